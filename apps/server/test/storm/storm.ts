import { setTimeout as delay } from 'node:timers/promises'
import { auth } from '@atalaya/contract/auth'
import { someone } from '@atalaya/testbed/people'
import { createCommandWriter, createTelemetryWriter } from './agent-writers.ts'
import { createBoardWriter } from './board-writer.ts'
import { createClient } from './client.ts'
import { createQrWriter } from './qr-writer.ts'
import { createRefreshWriter, createSignInWriter } from './session-writers.ts'
import type { Writer } from './writer.ts'

/** Delay of a writer's retry after a failure. */
const RETRY_MS = 50
const OWNER = 'owner'

/** Fifty writers, by kind. */
export const fiftyWriters = { boards: 16, signIns: 4, refreshes: 10, commands: 8, telemetry: 8, qr: 4 }
/** Fewer writers of the same kinds, for servers that share a machine with other tests. */
export const fewWriters = { boards: 4, signIns: 1, refreshes: 2, commands: 2, telemetry: 2, qr: 1 }

/** Storm: writers of every kind against the server at `address`. It may fail, but must keep acknowledged changes. */
export async function createStorm(address: () => string, counts: typeof fiftyWriters) {
  const client = createClient(address)
  // The first account is made on the machine itself: from elsewhere it would need the setup code.
  await createClient(address, () => ({})).callOrThrow(auth.register, { body: someone({ username: OWNER }) })
  let token = (await client.signIn(OWNER)).accessToken
  const owner = () => token
  const many = (count: number, create: (number: number) => Promise<Writer>) =>
    Promise.all(Array.from({ length: count }, (_, number) => create(number)))
  const writers = [
    ...(await many(counts.boards, (number) => createBoardWriter(client, owner, number))),
    ...(await many(counts.signIns, () => createSignInWriter(client))),
    ...(await many(counts.refreshes, (number) => createRefreshWriter(client, OWNER, number))),
    ...(await many(counts.commands, (number) => createCommandWriter(client, owner, number))),
    ...(await many(counts.telemetry, (number) => createTelemetryWriter(client, owner, number))),
    ...(await many(counts.qr, () => createQrWriter(client))),
  ]
  const acknowledged: Record<string, number> = {}
  const failed: Record<string, number> = {}
  const count = (counts: Record<string, number>, kind: string) => {
    counts[kind] = (counts[kind] ?? 0) + 1
  }

  return {
    client,
    owner,
    writers: writers.length,
    /** Acknowledged changes so far, by kind. */
    acknowledged,
    /** Changes without an answer, or with the answer to try again later. */
    failed,
    failures: (): number => Object.values(failed).reduce((sum, count) => sum + count, 0),
    longestAwayMs: (): number => Math.max(...writers.map((writer) => writer.longestAwayMs?.() ?? 0)),
    total: (): number => Object.values(acknowledged).reduce((sum, count) => sum + count, 0),

    /** Starts all writers; they write until `stop`. */
    async startWriting() {
      // An access token lasts minutes, a long run hours.
      token = (await client.signIn(OWNER)).accessToken
      const counts = Object.fromEntries(writers.map(({ kind }) => [kind, 0]))
      const waiting = new Set<() => void>()
      let isOver = false
      const loop = async ({ kind, write }: Writer) => {
        while (!isOver) {
          if (await write()) {
            count(acknowledged, kind)
            count(counts, kind)
            for (const checkProgress of waiting) checkProgress()
          } else {
            count(failed, kind)
            await delay(RETRY_MS)
          }
        }
      }
      const loops = Promise.all(writers.map(loop))
      loops.catch(() => {})
      return {
        /** Resolves when `wanted` more changes were acknowledged, at least one of each kind. */
        waitForMore(wanted: number): Promise<unknown> {
          const before = { ...counts }
          const { promise, resolve } = Promise.withResolvers<void>()
          const checkProgress = () => {
            const since = Object.entries(counts).map(([kind, count]) => count - (before[kind] ?? 0))
            if (Math.min(...since) < 1 || since.reduce((sum, count) => sum + count) < wanted) return
            waiting.delete(checkProgress)
            resolve()
          }
          waiting.add(checkProgress)
          return Promise.race([promise, loops])
        },
        async stop(): Promise<void> {
          isOver = true
          await loops
        },
      }
    },

    /** Acknowledged changes that are lost or wrong. */
    check: async (): Promise<string[]> => (await Promise.all(writers.map((writer) => writer.check()))).flat(),

    close(): void {
      for (const writer of writers) writer.close?.()
    },
  }
}
