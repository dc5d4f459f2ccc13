import { expect, onTestFinished, test } from 'vitest'
import { createDrain } from '#server/gateway/drain.ts'
import { gatewaySettings } from '#server/gateway/settings.ts'
import { countTurns } from '#test/support/turn-counter.ts'

const AGENTS = 450
/** Maximum of agents in one turn: each takes some 50 µs. */
const OF_ONE_TURN_MAX = 100

test('a server that ends disconnects its agents in parts', async () => {
  const turns = countTurns()
  onTestFinished(turns.stop)
  const servedIn: Record<'send' | 'close', number[]> = { send: [], close: [] }
  const connection = { send: () => servedIn.send.push(turns.turn), close: () => servedIn.close.push(turns.turn) }
  const all = () => Array.from({ length: AGENTS }, () => ({ connection }))
  const drain = createDrain({ all } as never, gatewaySettings)
  await drain.askToReconnect()
  await drain.closeAll('The server is stopping')
  for (const served of Object.values(servedIn)) {
    expect(served).toHaveLength(AGENTS)
    const ofOneTurn = [...Map.groupBy(served, (turn) => turn).values()].map((ofTurn) => ofTurn.length)
    expect(Math.max(...ofOneTurn)).toBeLessThanOrEqual(OF_ONE_TURN_MAX)
  }
})
