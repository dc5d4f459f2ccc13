import type { LiveEvent } from '@atalaya/contract/events'
import { expect, test } from 'vitest'
import { createFaults } from '#server/containment/faults.ts'
import { createLocalBus } from '#server/events/bus.ts'
import type { Listener } from '#server/events/listeners.ts'
import { createLive } from '#server/events/live.ts'
import { createRevocations } from '#server/events/revocations.ts'

test('a stream that reconnects after messages between instances were lost gets resync', async () => {
  const faults = createFaults(() => {})
  let loseMessages = (): unknown => undefined
  const bus = {
    ...createLocalBus(faults),
    onGap(handler: () => unknown) {
      loseMessages = handler
      return () => {}
    },
  }
  const live = createLive(bus, createRevocations(createLocalBus(faults)), faults)
  const received: LiveEvent['type'][] = []
  let closed = 0
  const actor = { kind: 'user', userId: 'ada', sessionId: 's', role: 'user' } as unknown as Listener['actor']
  const listener: Listener = {
    actor,
    send: ({ type }) => void received.push(type),
    close: () => void closed++,
  }
  live.listen(listener, null)
  live.emit({ type: 'agent.deleted', data: { agentId: 'first' } }, { userIds: ['ada'] })
  await new Promise((resolve) => setImmediate(resolve))
  const position = live.position()
  loseMessages()
  expect(closed).toBe(1)
  live.listen(listener, position)
  expect(received).toEqual(['agent.deleted', 'resync'])
})
