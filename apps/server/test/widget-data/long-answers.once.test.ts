import { expect, test } from 'vitest'
import { createAnswerCache } from '#server/widget-data/answer-cache.ts'
import { createModuleRequests } from '#server/widget-data/requests.service.ts'

const manifest = { id: 'clock', requests: { now: { url: 'https://a.test/now', method: 'GET', keepSeconds: 60 } } }

/** Sends a request of a module that is answered with this JSON. Returns the turns after the answer came. */
async function turnsAfter(json: string): Promise<number> {
  let turns = 0
  const requests = createModuleRequests({
    catalogue: { find: () => ({ manifest }) as never },
    widgets: { open: async () => ({ moduleId: 'clock', config: {} }) as never },
    outbound: {
      async request() {
        setImmediate(() => {
          turns += 1
        })
        return { status: 200, type: 'application/json', headers: {}, body: Buffer.from(json) }
      },
    },
    limits: { spend: () => undefined },
    answers: createAnswerCache({ now: () => 0 }),
    warn: () => undefined,
  })
  const { body } = await requests.send({ userId: 'ada' } as never, { widgetId: 'w', name: 'now', params: {} })
  expect(JSON.stringify(body)).toBe(json)
  return turns
}

test('a long answer to a module is read in one turn and sent in a later one, a short one at once', async () => {
  expect(await turnsAfter(JSON.stringify(Array.from({ length: 50_000 }, (_, n) => n)))).toBe(1)
  expect(await turnsAfter('[1]')).toBe(0)
})
