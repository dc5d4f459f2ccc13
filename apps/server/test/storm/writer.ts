/** Client that changes resources and records the acknowledged changes. */
export type Writer = {
  kind: string
  /** Makes one change; true if the server has acknowledged it. */
  write(): Promise<boolean>
  /** Compares stored data with changes that were acknowledged since the last call. Returns the differences as text. */
  check(): Promise<string[]>
  /** Longest time without a connection. */
  longestAwayMs?(): number
  close?(): void
}
