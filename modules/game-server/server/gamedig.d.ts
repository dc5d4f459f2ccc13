/** The part of gamedig that we use; it comes without types, and its values differ from game to game. */
declare module 'gamedig' {
  type Game = {
    name: string
    release_year?: number
    options: { protocol: string; port?: number; port_query?: number; port_query_offset?: number | number[] }
  }
  export type RawPlayer = { name?: unknown; raw?: unknown; score?: unknown }
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
  export const games: Readonly<Record<string, Game>>
  /** Each a class over one `Core`. */
  export const protocols: { quake2: object }
}
