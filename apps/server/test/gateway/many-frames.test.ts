import { agents } from '@atalaya/contract/agents'
import { connectAgent } from '@atalaya/testbed/agent-client'
import { expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import { createTestApp } from '#test/support/test-app.ts'
import { countTurns } from '#test/support/turn-counter.ts'

const FRAMES = 1000
/** Turns for the frames of one read: 64 frames each. */
const TURNS = 2

test('while many frames of an agent are handled others have their turn, and nothing more is read from it', async () => {
  const it = await createTestApp()
  onTestFinished(() => it.close())
  const address = await it.listen()
  const { tokens } = await it.signUp('ada')
  const { body } = await it.call(agents.register, { body: { name: 'box' } }, tokens.accessToken)
  const agent = await connectAgent(address, body.data.token)

  const counted = countTurns()
  // Watches from when to when the server does not read its socket, and changes nothing.
  const unread = { from: 0, to: 0 }
  const { pause, resume } = WebSocket.prototype
  WebSocket.prototype.pause = function (this: WebSocket) {
    unread.from = counted.turn
    pause.call(this)
  }
  WebSocket.prototype.resume = function (this: WebSocket) {
    unread.to = counted.turn
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
  expect(unread.to - unread.from).toBeGreaterThanOrEqual(TURNS)
})
