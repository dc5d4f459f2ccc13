import type { CallerName, CallInput, World } from '#test/support/access-world.ts'

export type Row = { status: Record<CallerName, number>; given: (world: World) => CallInput | Promise<CallInput> }
export type Build = Row['given']

const without: Build = () => ({})

/** One status for all callers. */
export const open = (status: number, given = without): Row => ({
  status: { nobody: status, a: status, b: status, admin: status, deactivated: status, agent: status },
  given,
})
/** Signed-in callers: A, the owner of the resource, the stranger B, and the administrator. */
export const signedIn = ([a, b, admin]: [number, number, number], given = without): Row => ({
  status: { nobody: 401, a, b, admin, deactivated: 401, agent: 401 },
  given,
})
export const everyUser = (status: number, given = without): Row => signedIn([status, status, status], given)
/** For A alone: even the administrator finds nothing. */
export const ownOnly = (status: number, given: Build): Row => signedIn([status, 404, 404], given)
/** For A and the administrator. */
export const ownOrAdmin = (status: number, given: Build): Row => signedIn([status, 404, status], given)
export const adminOnly = (status: number, given = without): Row => signedIn([403, 403, status], given)
/** For agents with their own token. */
export const agentOnly = (status: number, given = without): Row => ({
  status: { nobody: 401, a: 401, b: 401, admin: 401, deactivated: 401, agent: status },
  given,
})

export const body =
  (value: unknown): Build =>
  () => ({ body: value })
export const withBody =
  (build: Build, value: unknown): Build =>
  async (world) => ({ ...(await build(world)), body: value })
