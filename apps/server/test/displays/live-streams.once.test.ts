import { openEvents } from '@atalaya/testbed/event-stream'
import { expect, onTestFinished, test } from 'vitest'
import { createScreen, type Screen } from '#test/support/display-world.ts'
import { createTestApp } from '#test/support/test-app.ts'

test('the live streams of a display do not count against the limit of another display of its owner', async () => {
  const app = await createTestApp()
  onTestFinished(app.close)
  const address = await app.listen()
  const owner = (await app.signUp()).tokens.accessToken
  const [kitchen, hall] = [createScreen(app), createScreen(app)]
  for (const screen of [kitchen, hall]) await screen.pairWith(owner)
  const statusFor = async ({ credential, jar }: Screen) => {
    const headers = { ...jar.headers(), authorization: `Bearer ${credential()}` }
    const answer = await fetch(`${address}/api/v1/events`, { headers })
    await answer.body?.cancel()
    return answer.status
  }
  const open = ({ credential, jar }: Screen) => openEvents(address, credential(), '', jar.headers())
  const streams = await Promise.all(Array.from({ length: 20 }, () => open(kitchen)))
  expect(await statusFor(kitchen)).toBe(429)
  expect(await statusFor(hall)).toBe(200)
  for (const stream of streams) await stream.close()
})
