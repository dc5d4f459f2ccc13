import { auth, type SignedIn } from '@atalaya/contract/auth'
import type { Route } from '@atalaya/contract/route'
import { PASSWORD } from '@atalaya/testbed/people'
import { createQrFlow } from './qr-flow.ts'
import { type CallOptions, createTestApp, type Setup } from './test-app.ts'

/** Owners of resources: two members and the administrator. */
export const owners = ['a', 'b', 'admin'] as const
export type Owner = (typeof owners)[number]
/** Readers of the lists. `display` is a screen that a QR code has signed in as A. */
export const people = ['a', 'display', 'b', 'admin'] as const
export type Person = (typeof people)[number]

/** An application with three accounts and a display, and readable names for ids, which tests compare. */
export async function createOwnersWorld({ config, times }: Pick<Setup, 'config' | 'times'> = {}) {
  let clock = Date.now()
  // No two resources have the same creation time, so that the order of every list is known.
  const app = await createTestApp({ now: () => ++clock, config, times: { commitMs: 5, presenceEveryMs: 5, ...times } })
  const admin = await app.signUp('admin')
  const a = await app.signUp('user-a')
  const b = await app.signUp('user-b')
  const flow = createQrFlow(app)
  const code = await flow.generate()
  await flow.scan(code)
  const phone: SignedIn = (await flow.approve(code, { username: 'user-a', password: PASSWORD })).body.data
  const display: SignedIn = (await flow.poll(code)).body.data
  const signedIn: Record<Person, SignedIn> = { a, display, b, admin }

  const names = new Map<string, string>()
  const ids = new Map<string, string>()
  /** Gives an id a name. Returns the id. */
  function name(id: string, label: string): string {
    names.set(id, label)
    ids.set(label, id)
    return id
  }
  for (const owner of owners) name(signedIn[owner].user._id, owner)

  const call = (by: Person, route: Route, options: CallOptions = {}) =>
    app.call(route, options, signedIn[by].tokens.accessToken)
  async function callOrThrow(by: Person, route: Route, options: CallOptions = {}) {
    const { status, body } = await call(by, route, options)
    if (status !== 200) throw new Error(`${route.path}: ${JSON.stringify(body)}`)
    return body.data
  }
  for (const [who, { tokens }] of Object.entries({ ...signedIn, phone })) {
    const { sessions } = (await app.call(auth.sessions, {}, tokens.accessToken)).body.data
    name(sessions.find(({ current }: { current: boolean }) => current)._id, `session of ${who}`)
  }

  return {
    app,
    signedIn,
    call,
    /** Makes a call that must succeed. Returns its data. */
    callOrThrow,
    name,
    nameOf: (id: string): string => names.get(id) ?? id,
    idOf: (label: string): string => ids.get(label) ?? label,
    close: app.close,
  }
}
export type OwnersWorld = Awaited<ReturnType<typeof createOwnersWorld>>
