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
  const turnsByCall: Record<'send' | 'close', number[]> = { send: [], close: [] }
  const connection = { send: () => turnsByCall.send.push(turns.turn), close: () => turnsByCall.close.push(turns.turn) }
  const all = () => Array.from({ length: AGENTS }, () => ({ connection }))
  const drain = createDrain({ all } as never, gatewaySettings)
  await drain.askToReconnect()
  await drain.closeAll('The server is stopping')
  for (const served of Object.values(turnsByCall)) {
    expect(served).toHaveLength(AGENTS)
    const ofOneTurn = [...Map.groupBy(served, (turn) => turn).values()].map((ofTurn) => ofTurn.length)
    expect(Math.max(...ofOneTurn)).toBeLessThanOrEqual(OF_ONE_TURN_MAX)
  }
})
