import { PASSWORD } from '@atalaya/testbed/people'
import { expect, test } from 'vitest'
import { factorWorld } from '#test/support/factor-world.ts'
import { createQrFlow } from '#test/support/qr-flow.ts'

const world = factorWorld()

/** Ways to sign in besides a password alone. Each returns the last answer. */
const ways: Record<string, () => Promise<{ status: number; headers: Record<string, unknown> }>> = {
  async 'a second factor'() {
    const { codes } = await world.ada.addApp(world.clock)
    return world.ada.prove((await world.ada.sendPassword()).ticket, { kind: 'recovery', code: codes[0] })
  },
  async 'a passkey'() {
    await world.ada.addPasskey()
    return world.ada.signInByPasskey()
  },
  async 'the approval of a QR code'() {
    const flow = createQrFlow(world.app)
    const code = await flow.generate()
    await flow.scan(code)
    return flow.approve(code, { username: 'ada', password: PASSWORD })
  },
}

test.each(Object.entries(ways))(
  'a browser that signs in by %s gets a bound session and becomes known',
  async (_way, signIn) => {
    const { status, headers } = await signIn()
    expect(status).toBe(200)
    // `sb` binds the session, `kd` marks a known device.
    const cookies = [headers['set-cookie']].flat().map((line) => String(line).split('=')[0])
    expect(cookies).toEqual(expect.arrayContaining(['sb', 'kd']))
  },
)
