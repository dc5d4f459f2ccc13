import { EventEmitter } from 'node:events'
import type { Command, CommandStatus } from '@atalaya/contract/commands'
import type { FastifyReply } from 'fastify'
import { expect, test, vi } from 'vitest'
import { createWaiting } from '#server/commands/waiting.ts'
import { createFaults } from '#server/containment/faults.ts'
import type { Actor } from '#server/domain/actors.ts'
import type { Listener } from '#server/events/listeners.ts'
import { stoppedTime } from '#test/support/stopped-time.ts'

stoppedTime()

type Send = Listener['send']
const updated = (status: CommandStatus) => ({ type: 'command.updated' as const, data: commandOf(status) })
const commandOf = (status: CommandStatus) => ({ commandId: 'c', status }) as Command
const failure = new Error('The database is unavailable')

/** A call that waits for a command. `read` gives the state at each read, and can send live events by `send`. */
async function wait(read: (send: Send, reads: number) => CommandStatus | null) {
  let send: Send = () => expect.unreachable('nobody listens')
  let reads = 0
  let listening = 0
  const faults: unknown[] = []
  const untilEnded = createWaiting({
    views: {
      findMany: async () => {
        const status = read((...args) => send(...args), ++reads)
        return status === null ? [] : [{ command: commandOf(status), ownerId: 'ada' }]
      },
    },
    live: {
      listen: (listener) => {
        listening++
        send = listener.send
        return () => void listening--
      },
    },
    faults: createFaults((error) => faults.push(error)),
  })
  const timers = vi.getTimerCount()
  const reply = { raw: new EventEmitter() } as unknown as FastifyReply
  const actor = { userId: 'ada' } as Actor
  const outcome = await untilEnded(actor, { waitS: 50, reply, idsOf: () => ['c'] }, async () => 'done').catch(
    (error: Error) => error.message,
  )
  expect({ listening, timers: vi.getTimerCount(), faults }).toEqual({ listening: 0, timers, faults: [] })
  return { outcome, reads }
}

test('a call waits no longer for a command that was removed', async () => {
  expect(await wait(() => null)).toEqual({ outcome: 'done', reads: 1 })
})

test('a call notices an end that comes while it reads the state', async () => {
  const read = (send: Send): CommandStatus => {
    send(updated('succeeded'), '1')
    return 'running'
  }
  expect(await wait(read)).toEqual({ outcome: 'done', reads: 1 })
})

test('a call reads the state again after lost events', async () => {
  const read = (send: Send, reads: number): CommandStatus => {
    if (reads > 1) return 'succeeded'
    send({ type: 'resync', data: {} }, '1')
    return 'running'
  }
  expect(await wait(read)).toEqual({ outcome: 'done', reads: 2 })
})

test('a call that cannot read the state leaves neither timers nor a listener behind', async () => {
  const read = () => {
    throw failure
  }
  expect(await wait(read)).toEqual({ outcome: failure.message, reads: 1 })
})
