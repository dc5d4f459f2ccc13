import { createHash } from 'node:crypto'
import type { NewCommand } from '@atalaya/contract/new-command'
import { isUniqueViolation } from '#server/db/violations.ts'
import type { Caller } from '#server/domain/actors.ts'
import { AppError } from '#server/domain/errors.ts'
import type { RateLimits } from '#server/limits/rate-limits.ts'
import { sendRate } from './command-limits.ts'
import type { CommandViewsRepo, SentBatch } from './command-views.repo.ts'
import type { Enqueue } from './enqueue.ts'

const COMMAND_MAX_BYTES = 32 * 1024

type Needs = {
  views: Pick<CommandViewsRepo, 'findSent'>
  enqueue: Enqueue
  limits: Pick<RateLimits, 'spend'>
}

/** Sends commands, once for each idempotency key. */
export function createSending({ views, enqueue, limits }: Needs) {
  /** Finds the batch that was sent with this key before; refuses the key if that request was another one. */
  async function findSameRequest(by: Caller, key: string | null, requestHash: string): Promise<SentBatch | null> {
    const sent = key === null ? null : await views.findSent(by.userId, key)
    if (sent && sent.requestHash !== requestHash) {
      throw new AppError('conflict', 'This Idempotency-Key was used for another command', {
        code: 'commands.key_reused',
      })
    }
    return sent
  }

  return {
    /** Sends a command; a repetition with the same key returns the first batch. */
    async send(by: Caller, command: NewCommand, key: string | null) {
      limits.spend(sendRate, by.userId)
      const request = JSON.stringify(command)
      if (Buffer.byteLength(request) > COMMAND_MAX_BYTES) throw new AppError('too_large', 'The command is too large')
      const requestHash = createHash('sha256').update(request).digest('hex')
      const sent = (await findSameRequest(by, key, requestHash)) ?? (await enqueueOnce())
      const { id: batchId, online, skipped, commands } = sent
      return { enqueued: commands.length, batchId, online, queued: commands.length - online, skipped, commands }

      async function enqueueOnce(): Promise<SentBatch> {
        try {
          return await enqueue(by, command, { key, requestHash })
        } catch (error) {
          // The same request came twice at one moment, and the other one was stored first.
          const other = isUniqueViolation(error) ? await findSameRequest(by, key, requestHash) : null
          if (!other) throw error
          return other
        }
      }
    },
  }
}
export type Sending = ReturnType<typeof createSending>
