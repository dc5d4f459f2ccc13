import { expect, onTestFinished, test } from 'vitest'
import { follow } from '../server/testing/follow.ts'
import { signIn } from '../server/testing/person.ts'
import { PASSWORD, startProsody } from '../server/testing/prosody.ts'

// Against the real prosody: `npm run test:real -- xmpp`. Shorter tests against it run in `npm test`.
const MESSAGES = 3000

test('a long archive is read quickly, and a new message within a second', async () => {
  const prosody = await startProsody(['ada', 'bob'])
  onTestFinished(() => prosody.stop())
  const [ada, bob] = [await signIn(prosody, 'ada'), await signIn(prosody, 'bob')]
  for (let n = 0; n < MESSAGES; n++) {
    bob.say('ada@farm.test', `message ${n}`)
    if (n % 100 === 0) await bob.settled()
  }
  await bob.settled()
  const startedAt = performance.now()
  const account = { service: 'xmpp', user: 'ada@farm.test', password: PASSWORD, homeserver: prosody.address } as const
  const running = follow(account)
  onTestFinished(() => running.stop())
  const first = await running.next(() => true)
  expect(first.rooms[0]).toMatchObject({ unread: 250, last: { text: `message ${MESSAGES - 1}` } })
  expect(performance.now() - startedAt).toBeLessThan(5000)

  const expectWithin = async (text: string, ms: number) => {
    const sentAt = performance.now()
    bob.say('ada@farm.test', text)
    await running.next(({ rooms }) => rooms[0]?.last?.text === text)
    expect(performance.now() - sentAt).toBeLessThan(ms)
  }
  // While Ada has no device online, only reading the long archive finds the message.
  await expectWithin('are you there?', 10_000)
  ada.goOnline()
  await ada.settled()
  await expectWithin('hola', 1000)
  await expectWithin('a las ocho', 1000)
})
