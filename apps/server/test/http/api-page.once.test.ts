import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createApiPage } from '#server/http/api-page.ts'
import { contract } from '#server/http/document/contract.ts'
import { createDocument } from '#server/http/document/document.ts'

test('the document of all calls is made beside the event loop, and is the one of the contract', async () => {
  let turns = 0
  let isOver = false
  const turn = () => {
    turns += 1
    if (!isOver) setImmediate(turn)
  }
  setImmediate(turn)
  const page = await createApiPage({ prefix: '/docs', log: pino({ level: 'silent' }), requestIdHeader: 'x-id' })
  isOver = true
  expect(page.swagger()).toEqual(JSON.parse(JSON.stringify(createDocument(contract))))
  expect(turns).toBeGreaterThan(1000)
  await page.close()
})
