import { type CommandStatus, FINAL_STATUSES } from '@atalaya/contract/commands'
import type { FastifyReply } from 'fastify'
import type { Faults } from '#server/containment/faults.ts'
import type { Actor } from '#server/domain/actors.ts'
import { createSlotLimit } from '#server/domain/slots.ts'
import type { Live } from '#server/events/live.ts'
import { onDisconnect } from '#server/http/hang-up.ts'
import type { CommandViewsRepo } from './command-views.repo.ts'

/** Maximum of calls of one caller that wait at a time. */
const WAITING_MAX = 20
/** Poll interval of the database in ms, as a live event may get lost. */
const POLL_EVERY_MS = 10_000

type Needs = { views: Pick<CommandViewsRepo, 'findMany'>; live: Pick<Live, 'listen'>; faults: Faults }

/** `idsOf` returns the commands to wait for. */
type Wait<T> = { waitS: number; reply: FastifyReply; idsOf(done: T): string[] }

/** Holds a call until commands have ended. Waits for live events, so that waiting costs no statements. */
export function createWaiting({ views, live, faults }: Needs) {
  const takeSlot = createSlotLimit({
    max: WAITING_MAX,
    message: `${WAITING_MAX} calls of yours wait already`,
    code: 'commands.too_many_waits',
  })

  /**
   * Waits until all these commands have ended, the time is over, the caller has hung up, or the server stops. The
   * actor must be permitted to see all of them.
   */
  async function waitUntilEnded(actor: Actor, ids: string[], waitS: number, reply: FastifyReply): Promise<void> {
    if (ids.length === 0) return
    const open = new Set(ids)
    const waitEnd = Promise.withResolvers<void>()
    const addStatus = (id: string, status: CommandStatus) => {
      if (isFinal(status)) open.delete(id)
      if (open.size === 0) waitEnd.resolve()
    }
    const check = async () => {
      if (open.size === 0) return
      const found = new Map((await views.findMany([...open])).map(({ command }) => [command.commandId, command.status]))
      // A removed command counts as ended.
      for (const id of open) addStatus(id, found.get(id) ?? 'unknown')
    }
    const stop = live.listen(
      {
        // Listens as the person: events of the caller's own commands need no scope besides this call's.
        actor: { ...actor, credential: undefined },
        send: ({ type, data }) => {
          if (type === 'command.updated') addStatus(data.commandId, data.status)
          if (type === 'resync') faults.inBackground('job', check())
        },
        close: waitEnd.resolve,
      },
      // No replay of earlier events: `check` reads the present state.
      null,
    )
    const timer = setTimeout(waitEnd.resolve, waitS * 1000)
    const polling = setInterval(() => faults.inBackground('job', check()), POLL_EVERY_MS)
    onDisconnect(reply, waitEnd.resolve)
    try {
      await check()
      await waitEnd.promise
    } finally {
      clearTimeout(timer)
      clearInterval(polling)
      stop()
    }
  }

  /**
   * Runs `work` on commands, waits for their end, and returns the result of `work`.
   *
   * @throws AppError too_many if too many calls wait; then `work` does not run
   */
  return async <T>(actor: Actor, { waitS, reply, idsOf }: Wait<T>, work: () => Promise<T>): Promise<T> => {
    if (waitS === 0) return work()
    const freeSlot = takeSlot(actor)
    try {
      const done = await work()
      await waitUntilEnded(actor, idsOf(done), waitS, reply)
      return done
    } finally {
      freeSlot()
    }
  }
}
export type Waiting = ReturnType<typeof createWaiting>

const isFinal = (status: CommandStatus) => (FINAL_STATUSES as readonly CommandStatus[]).includes(status)
