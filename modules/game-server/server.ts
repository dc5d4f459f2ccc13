import { definePoll, type Net, SourceError, type Suggestion } from '@atalaya/module-sdk/server'
import { findGame, suggestGames } from './server/games.ts'
import { createQueryClient } from './server/querying/query-client.ts'
import { NoAnswer } from './server/querying/thread.ts'
import { type GameStatus, toStatus } from './server/status.ts'

const INTERVAL_MS = 15_000
const TIMEOUT_MS = 9_000
const SOCKET_TIMEOUT_MS = 2_000
const ATTEMPT_TIMEOUT_MS = 4_000

export type GameServerConfig = { game: string; host: string; port?: number }

const client = createQueryClient()

/** Game servers refuse clients that ask too often: one poller for each, for all viewers. */
export const source = definePoll<GameServerConfig, GameStatus>({
  intervalMs: INTERVAL_MS,
  timeoutMs: TIMEOUT_MS,
  key: ({ game, host, port }) => [findGame(game)?.id, host.trim().toLowerCase(), port],
  missing({ game, host }) {
    if (host.trim() === '') return "Choose a game and its server in this module's settings."
    return findGame(game) ? null : `There is no game “${game}” that can be asked. Choose one in this module's settings.`
  },
  async fetch({ game, host, port: configuredPort }, { ownerKey, net, signal, warn }, previous) {
    const listedGame = findGame(game)
    if (!listedGame) throw new SourceError(`There is no game “${game}” that can be asked`)
    const { id, name, options } = listedGame
    const port = configuredPort ?? options.port ?? options.port_query
    if (port === undefined) throw new SourceError('This game has no usual port: choose one in the settings')
    const endpoint = await endpointOf(id, { host: host.trim(), port, isGiven: configuredPort !== undefined }, net)
    const address = await net.resolve(endpoint.host, endpoint.port)
    const query = {
      // The general type waits two seconds for other editions.
      type: id === 'minecraft' ? 'protocol-minecraftvanilla' : id,
      // Passes the address, never the name: gamedig would look the name up again, without our check.
      host: address,
      port: endpoint.port,
      // If queries have a port of their own, both are tried.
      givenPortOnly: options.port_query_offset === undefined && !(options.port_query && endpoint.port === options.port),
      maxRetries: 1,
      socketTimeout: SOCKET_TIMEOUT_MS,
      attemptTimeout: ATTEMPT_TIMEOUT_MS,
      portCache: false,
    }
    try {
      return toStatus(name, await client.query({ query, ownerKey, net, signal }), previous?.history ?? [])
    } catch (error) {
      warn(`${id}: ${(error as Error).message}`)
      if (!(error instanceof NoAnswer)) throw error
      throw new SourceError('The game server does not answer', { cause: error })
    }
  },
  suggest: async (field, text): Promise<Suggestion[]> => (field === 'game' ? suggestGames(text) : []),
})

type Endpoint = { host: string; port: number }

/** Players of Minecraft give a domain; its SRV record has the game server's address. */
async function endpointOf(
  id: string,
  { host, port, isGiven }: Endpoint & { isGiven: boolean },
  net: Net,
): Promise<Endpoint> {
  if (id !== 'minecraft' || isGiven || !/[a-z]$/i.test(host)) return { host, port }
  const [found] = await net.services(`_minecraft._tcp.${host}`)
  return found ?? { host, port }
}
