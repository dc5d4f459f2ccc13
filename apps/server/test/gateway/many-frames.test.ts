import { agents } from '@atalaya/contract/agents'
import { connectAgent } from '@atalaya/testbed/agent-client'
import { expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import { createTestApp } from '#test/support/test-app.ts'

const FRAMES = 300

test('between two frames of an agent that sends many at once others have their turn', async () => {
  const it = await createTestApp()
  onTestFinished(() => it.close())
  const address = await it.listen()
  const { tokens } = await it.signUp('ada')
  const { body } = await it.call(agents.register, { body: { name: 'box' } }, tokens.accessToken)
  const agent = await connectAgent(address, body.data.token)

  let turn = 0
  let isOver = false
  const next = () => {
    turn++
    if (!isOver) setImmediate(next)
  }
  next()
  // Watches the server's sockets, and changes nothing.
  const heardIn = new Set<number>()
  const { emit } = WebSocket.prototype
  WebSocket.prototype.emit = function (this: WebSocket, name: string, ...args: unknown[]) {
    if (name === 'message' && this !== agent.socket) heardIn.add(turn)
    return Reflect.apply(emit, this, [name, ...args])
  } as typeof emit
  onTestFinished(() => {
    isOver = true
    WebSocket.prototype.emit = emit
  })

  const at = new Date().toISOString()
  const line = (agent.socket as unknown as { _socket: { cork(): void; uncork(): void } })._socket
  line.cork()
  for (let seq = 1; seq <= FRAMES; seq++) agent.send({ t: 'data', d: [{ seq, at, metrics: { cpu: 1 } }] })
  line.uncork()
  for (let seq = 0; seq < FRAMES; ) seq = (await agent.next('data.ack')).d.seq
  expect(heardIn.size).toBe(FRAMES)
})
