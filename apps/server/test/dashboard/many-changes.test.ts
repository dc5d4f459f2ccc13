import { dashboard, type InstalledModule } from '@atalaya/contract/dashboard'
import { DefaultQueryExecutor } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

const CHANGES = 40
let it: TestApp
let token: string
beforeAll(async () => {
  it = await createTestApp()
  token = (await it.signUp('ann')).tokens.accessToken
})
afterAll(() => it.close())

test('parallel changes of one page all succeed, without reading the page again after each', async () => {
  const { page } = (await it.call(dashboard.create, { body: { name: 'Home' } }, token)).body.data
  const install = { params: { id: page._id }, body: { meta: { id: 'todo' } } }
  const { module }: { module: InstalledModule } = (await it.call(dashboard.install, install, token)).body.data
  const executeQuery = vi.spyOn(DefaultQueryExecutor.prototype, 'executeQuery')
  onTestFinished(() => executeQuery.mockRestore())

  const params = { id: page._id, moduleId: module._id }
  const move = (n: number) => ({ params, body: { position: { ...module.position, y: n % 2 } } })
  const edits = Array.from({ length: CHANGES }, (_, n) => it.call(dashboard.editModule, move(n), token))
  const answers = await Promise.all(edits)

  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  const versions: number[] = answers.map(({ body }) => body.data.page.version)
  expect(new Set(versions).size).toBe(CHANGES)
  const reads = executeQuery.mock.calls.filter(([{ sql }]) => /^select .*"widgets"/.test(sql))
  expect(reads.length).toBeLessThanOrEqual(1)
})
