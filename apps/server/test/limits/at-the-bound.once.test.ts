import { agents } from '@atalaya/contract/agents'
import { auth } from '@atalaya/contract/auth'
import { pageArchive } from '@atalaya/contract/page-archive'
import { telemetry } from '@atalaya/contract/telemetry'
import { openEvents } from '@atalaya/testbed/event-stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rates } from '#server/limits/limits.ts'
import { createTestApp } from '#test/support/test-app.ts'
import { upload } from '#test/support/uploads.ts'
import { alertLimitRows } from './alert-limit-rows.ts'
import { displayLimitRows } from './display-limit-rows.ts'
import { indexLimitRows } from './index-limit-rows.ts'
import { limitRows } from './limit-rows.ts'
import { createLimitWorld, type LimitWorld } from './limit-world.ts'
import { pageLimitRows } from './page-limit-rows.ts'
import { photoLimitRows } from './photo-limit-rows.ts'
import { otherSignInLimitRows } from './provider-and-passkey-rows.ts'
import { storageLimitRows } from './storage-limit-rows.ts'
import { tokenLimitRows } from './token-limit-rows.ts'

const MIB = 1024 * 1024

let world: LimitWorld
beforeAll(async () => {
  world = await createLimitWorld()
})
afterAll(() => world.app.close())

test('every rate limit of sign-in has a row, or a test elsewhere', () => {
  const { wrongSetupCodes, signIns, signInsOfAccount } = rates
  const tested = Object.values({ ...limitRows, ...otherSignInLimitRows }).flatMap(({ rate }) => rate ?? [])
  expect(new Set([...tested, wrongSetupCodes, signIns, signInsOfAccount])).toEqual(new Set(Object.values(rates)))
  const elsewhere = [wrongSetupCodes, signIns, signInsOfAccount].map(({ max, windowMs }) => [max, windowMs / 60_000])
  expect(elsewhere).toEqual([
    [10, 15],
    [300, 15],
    [120, 15],
  ])
})

test.each(
  Object.entries({
    ...limitRows,
    ...alertLimitRows,
    ...indexLimitRows,
    ...otherSignInLimitRows,
    ...photoLimitRows,
    ...tokenLimitRows,
    ...displayLimitRows,
    ...storageLimitRows,
    ...pageLimitRows,
  }),
)(
  'the limit on %s refuses one more until its window ends',
  async (_name, { max, windowMs, answers, code, traffic }) => {
    const { sendCounted, sendForAnother, sendSharingLimit } = await traffic(world)
    for (let n = 0; n < max; n++) expect([n, answers.includes((await sendCounted(n)).status)]).toEqual([n, true])
    const refused = await sendCounted(max)
    expect([refused.status, refused.body.code]).toEqual([429, code])
    expect(refused.headers['retry-after']).toBe(String(windowMs / 1000))
    if (sendSharingLimit) expect((await sendSharingLimit()).status).toBe(429)
    expect(answers).toContain((await sendForAnother()).status)
    world.move(windowMs - 1)
    expect((await sendCounted(max)).status).toBe(429)
    world.move(1)
    expect(answers).toContain((await sendCounted(max)).status)
  },
)

test.each([
  ['the body of a small form has at most 16 KiB', auth.login, 16 * 1024],
  ['an imported page has at most 1 MiB', pageArchive.import, MIB],
])('%s', async (_what, { method, path }, max) => {
  const authorization = `Bearer ${await world.tokenOf('ada')}`
  const send = (bytes: number) => {
    const payload = '{"username":"x","password":"y"}'.padEnd(bytes)
    const headers = { 'content-type': 'application/json', authorization }
    return world.app.app.inject({ method, url: path, headers, payload })
  }
  expect((await send(max)).statusCode).not.toBe(413)
  expect((await send(max + 1)).statusCode).toBe(413)
})

test('a module archive has at most 5 MiB', async () => {
  const admin = await world.tokenOf('admin')
  const send = (bytes: number) => upload(world.app, admin, Buffer.alloc(bytes))
  expect((await send(5 * MIB)).body.error).toMatch(/^The file is neither/)
  expect((await send(5 * MIB + 1)).status).toBe(413)
})

test('a user has at most twenty live streams, and a closed one makes room', async () => {
  const address = await world.app.listen()
  const [ada, bob] = [await world.tokenOf('ada'), await world.tokenOf('bob')]
  const statusOf = async (token: string) => {
    const answer = await fetch(`${address}/api/v1/events`, { headers: { authorization: `Bearer ${token}` } })
    await answer.body?.cancel()
    return answer.status
  }
  const streams = await Promise.all(Array.from({ length: 20 }, () => openEvents(address, ada)))
  expect(await statusOf(ada)).toBe(429)
  expect(await statusOf(bob)).toBe(200)
  await streams[0]?.close()
  await expect.poll(() => statusOf(ada)).toBe(200)
  for (const stream of streams) await stream.close()
})

test('an agent above its allowance waits for Retry-After, and other agents do not', async () => {
  let clock = Date.now()
  // A push may exceed what is left of the allowance; the next one then waits.
  const settings = { agentBurstBytes: 1, agentBytesPerSecond: 10, commitMs: 1 }
  const app = await createTestApp({ now: () => clock, times: settings })
  try {
    const { accessToken } = (await app.signUp()).tokens
    const register = async () => (await app.call(agents.register, {}, accessToken)).body.data
    const [one, other] = [await register(), await register()]
    const push = ({ agent, token }: typeof one) =>
      app.call(telemetry.push, { params: { id: agent._id }, body: { data: 'x'.repeat(100) } }, token)
    expect((await push(one)).status).toBe(200)
    const refused = await push(one)
    expect([refused.status, refused.body.code]).toEqual([429, 'too_many'])
    expect((await push(other)).status).toBe(200)
    const waitMs = Number(refused.headers['retry-after']) * 1000
    clock += waitMs - 1000
    expect((await push(one)).status).toBe(429)
    clock += 1000
    expect((await push(one)).status).toBe(200)
  } finally {
    await app.close()
  }
})
