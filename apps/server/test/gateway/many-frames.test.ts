import { agents } from '@atalaya/contract/agents'
import { connectAgent } from '@atalaya/testbed/agent-client'
import { expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import { createTestApp } from '#test/support/test-app.ts'
import { countTurns } from '#test/support/turn-counter.ts'

const FRAMES = 1000
/** Minimum of turns for the frames of one read, with 64 frames in each. */
const TURNS = 2

test('a socket stays paused for several turns of the event loop while its frames are handled', async () => {
  const world = await createTestApp()
  onTestFinished(() => world.close())
  const address = await world.listen()
  const { tokens } = await world.signUp('ada')
  const { body } = await world.call(agents.register, { body: { name: 'box' } }, tokens.accessToken)
  const agent = await connectAgent(address, body.data.token)

  const counted = countTurns()
  // Records the turns in which the server pauses and resumes its socket.
  const pausedTurns = { from: 0, to: 0 }
  const { pause, resume } = WebSocket.prototype
  WebSocket.prototype.pause = function (this: WebSocket) {
    pausedTurns.from = counted.turn
    pause.call(this)
  }
  WebSocket.prototype.resume = function (this: WebSocket) {
    pausedTurns.to = counted.turn
    resume.call(this)
  }
  onTestFinished(() => {
    counted.stop()
    Object.assign(WebSocket.prototype, { pause, resume })
  })

  const at = new Date().toISOString()
  const socket = (agent.socket as unknown as { _socket: { cork(): void; uncork(): void } })._socket
  socket.cork()
  for (let seq = 1; seq <= FRAMES; seq++) agent.send({ t: 'data', d: [{ seq, at, metrics: { cpu: 1 } }] })
  socket.uncork()
  for (let seq = 0; seq < FRAMES; ) seq = (await agent.next('data.ack')).d.seq
  expect(pausedTurns.to - pausedTurns.from).toBeGreaterThanOrEqual(TURNS)
})
