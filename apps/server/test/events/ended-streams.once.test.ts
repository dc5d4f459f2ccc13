import { auth } from '@atalaya/contract/auth'
import { dashboard } from '@atalaya/contract/dashboard'
import { secondFactor } from '@atalaya/contract/second-factor'
import { openEvents } from '@atalaya/testbed/event-stream'
import { PASSWORD } from '@atalaya/testbed/people'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPerson, type Person } from '#test/support/factor-world.ts'
import { inStoppedTime } from '#test/support/stopped-time.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

let it: TestApp
let address: string
beforeAll(async () => {
  it = await createTestApp()
  address = await it.listen()
  await it.signUp('admin')
})
afterAll(() => it.close())

/** `change` ends the streams of other sessions; `before` prepares the account for it. */
type Row = { change(by: Person, otherId: string): Promise<{ status: number }>; before?(by: Person): Promise<unknown> }
const rows: Record<string, Row> = {
  'a new password': {
    change: (by) =>
      by.ask(auth.changePassword, { body: { currentPassword: PASSWORD, newPassword: 'a garden at night' } }),
  },
  'a new e-mail': { change: (by) => by.ask(auth.editMe, { body: { email: 'another@example.org' } }) },
  'the end of all other sessions': { change: (by) => by.ask(auth.endOthers) },
  'the end of that session': { change: (by, id) => by.ask(auth.endSession, { params: { id } }) },
  'a first second factor': { change: (by) => by.addPasskey() },
  'the removal of a second factor': {
    before: (by) => by.addPasskey(),
    async change(by) {
      const [passkey] = (await by.status()).passkeys
      return by.ask(secondFactor.removePasskey, { params: { id: passkey._id } })
    },
  },
}

test.each(Object.entries(rows))(
  '%s ends the stream of another session at once, and not the caller’s own',
  async (_name, row) => {
    const { user, tokens } = await it.signUp()
    const by = createPerson(it, user.username)
    by.continueWith({ user, tokens })
    await row.before?.(by)
    const login = row.before ? await by.signInByPasskey() : await by.login()
    const otherToken: string = login.body.data.tokens.accessToken
    const sessions: { _id: string; current: boolean }[] = (await it.call(auth.sessions, {}, otherToken)).body.data
      .sessions
    const callerStream = await openEvents(address, tokens.accessToken)
    const stream = await openEvents(address, otherToken)
    // Time is stopped: the stream does not end with its token.
    await inStoppedTime(async () => {
      expect((await row.change(by, sessions.find(({ current }) => current)?._id ?? '')).status).toBe(200)
      await stream.ended
    })
    await it.call(dashboard.create, { body: { name: 'Later' } }, tokens.accessToken)
    await expect.poll(() => callerStream.ofType('page.updated').map(({ data }) => data.name)).toEqual(['Later'])
    await callerStream.close()
  },
)
