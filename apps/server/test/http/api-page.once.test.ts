import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createApiPage } from '#server/http/api-page.ts'
import { contract } from '#server/http/document/contract.ts'
import { createDocument } from '#server/http/document/document.ts'
import { makeDocument } from '#server/http/document/make-in-thread.ts'
import { countTurns } from '#test/support/turn-counter.ts'

/** Minimum of turns of the event loop while the document is made. If this thread made it, there would be only a few. */
const TURNS = 1000

test('the API document is built outside the event loop, and matches the contract', async () => {
  const turns = countTurns()
  const document = await makeDocument()
  const needs = { prefix: '/docs', log: pino({ level: 'silent' }), requestIdHeader: 'x-id' }
  const page = await createApiPage({ ...needs, document })
  turns.stop()
  expect(page.swagger()).toEqual(JSON.parse(JSON.stringify(createDocument(contract))))
  expect(turns.turn).toBeGreaterThan(TURNS)
  await page.close()
})
