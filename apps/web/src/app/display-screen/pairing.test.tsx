import { displayScreen } from '@atalaya/contract/display-screen'
import type { Data } from '@atalaya/contract/route'
import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DisplayRoot } from '#web/app/display-screen/display-root.tsx'
import { Pairing } from '#web/app/display-screen/pairing.tsx'
import { ApiError } from '#web/lib/calls/api-error.ts'
import { readSession } from '#web/lib/session/session.ts'
import { renderElement } from '#web/testing/render.tsx'
import { answerCall } from '#web/testing/server.ts'
import { advance, stopClock } from '#web/testing/still-clock.ts'

type Status = Data<typeof displayScreen.status>

const [SECOND, MINUTE] = [1_000, 60_000]

let begun: number
let polled: string[]
/** Answer of the server to the next polls. */
let answer: (code: string) => Status
beforeEach(() => {
  begun = 0
  polled = []
  answer = () => ({ status: 'waiting' })
  stopClock()
  answerCall(displayScreen.begin, () => aCode())
  answerCall(displayScreen.status, ({ params }, request) => {
    polled.push(`${params.code} ${request.headers.get('x-display-poll')}`)
    return answer(params.code)
  })
})
afterEach(() => {
  vi.useRealTimers()
})

function aCode(): Data<typeof displayScreen.begin> {
  begun += 1
  // The clock of this screen is years behind: only the seconds hold.
  const expiry = { expiresAt: '2020-01-01T00:00:00.000Z', expiresIn: 20 }
  return { code: `code${begun}`, shortCode: `AAAA-AAA${begun}`, pollToken: `poll${begun}`, ...expiry }
}
/** Waits on the stopped clock, which each check advances by 1 ms: timers set meanwhile may fire then. */
const until = (assertion: () => void) => vi.waitFor(assertion, { interval: 1, timeout: 20 * SECOND })
const waitForText = (text: string | RegExp) => until(() => void screen.getByText(text))

test('a pairing that ends without a credential is followed by a new code, which makes a display', async () => {
  answer = (code) => (code === 'code1' ? { status: 'paired' } : { status: 'paired', token: `ad_${code}` })
  renderElement(<Pairing />)
  await until(() => expect(readSession()?.accessToken).toBe('ad_code2'))
  expect([begun, polled]).toEqual([2, ['code1 poll1', 'code2 poll2']])
})

test('failed polls do not end the polling of a code', async () => {
  answer = () => {
    throw new ApiError(polled.length % 2 === 0 ? 503 : 429, 'No')
  }
  renderElement(<Pairing />)
  for (const count of [1, 2, 3]) {
    await until(() => expect(polled).toHaveLength(count))
    await advance(2 * SECOND)
  }
  answer = () => ({ status: 'paired', token: 'ad_hall' })
  await advance(2 * SECOND)
  await until(() => expect(readSession()?.accessToken).toBe('ad_hall'))
  expect(begun).toBe(1)
})

test('a code is replaced when its seconds are over, also if the server cannot be reached', async () => {
  renderElement(<Pairing />)
  await waitForText('AAAA-AAA1')
  answer = () => {
    throw new ApiError(500, 'No')
  }
  await advance(10 * SECOND)
  expect(begun).toBe(1)
  await advance(10 * SECOND)
  await waitForText('AAAA-AAA2')
})

test.each([
  [500, 'The server cannot be reached. Trying again…', 5 * SECOND],
  [429, 'Too many codes were asked for from here. The next one comes in a minute…', MINUTE],
])('a screen without a code asks again without end after status %i', async (status, text, pause) => {
  const tries: number[] = []
  answerCall(displayScreen.begin, () => {
    tries.push(Date.now())
    if (tries.length <= 5) throw new ApiError(status, 'No')
    return aCode()
  })
  renderElement(<Pairing />)
  await waitForText(text)
  for (const count of [2, 3, 4, 5]) {
    await advance(pause)
    await until(() => expect(tries).toHaveLength(count))
  }
  await advance(pause)
  await waitForText('AAAA-AAA1')
  const pauses = tries.slice(1).map((at, index) => at - (tries[index] ?? 0))
  expect(Math.min(...pauses)).toBeGreaterThanOrEqual(pause)
})

test('a removed display says so for a minute, and then offers pairing by itself', async () => {
  renderElement(<DisplayRoot wasPaired />)
  screen.getByText('This display was removed')
  await advance(MINUTE - 1)
  screen.getByText('This display was removed')
  await advance(1)
  await waitForText('AAAA-AAA1')
})
