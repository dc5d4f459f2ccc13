/** The part of gamedig that we use; it comes without types, and its values differ from game to game. */
declare module 'gamedig' {
  export type Answer = {
    name?: unknown
    map?: unknown
    password?: unknown
    version?: unknown
    maxplayers?: unknown
    numplayers?: unknown
    players?: unknown
    bots?: unknown
    ping?: unknown
    raw?: unknown
  }
  export class GameDig {
    query(options: Record<string, unknown>): Promise<Answer>
  }
  /** Each is a class that extends the same `Core`. */
  export const protocols: { quake2: object }
}

declare module 'seek-bzip' {
  type Output = { writeByte(byte: number): void }
  const Bunzip: { decode(input: Uint8Array, output?: Output): Uint8Array | undefined }
  // biome-ignore lint/style/noDefaultExport: the package exports it so.
  export default Bunzip
}
