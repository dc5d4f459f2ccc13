/** Client that changes resources and records the acknowledged changes. */
export type Writer = {
  kind: string
  /** Makes one change; true if the server has acknowledged it. */
  write(): Promise<boolean>
  /** Compares the stored data with those acknowledged since the last time. Returns the differences, in words. */
  check(): Promise<string[]>
  /** Longest time without a connection. */
  awayMs?(): number
  close?(): void
}
