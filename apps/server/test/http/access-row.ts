import type { CallerName, CallInput, World } from '#test/support/access-world.ts'

export type Row = { status: Record<CallerName, number>; input: (world: World) => CallInput | Promise<CallInput> }
export type InputBuilder = Row['input']

/** For calls without parameters, query and body. */
const noInput: InputBuilder = () => ({})

/** One status for all callers. */
export const open = (status: number, input = noInput): Row => ({
  status: { nobody: status, a: status, b: status, admin: status, deactivated: status, agent: status },
  input,
})
/** Signed-in callers: A, the owner of the resource, the stranger B, and the administrator. */
export const signedIn = ([a, b, admin]: [number, number, number], input = noInput): Row => ({
  status: { nobody: 401, a, b, admin, deactivated: 401, agent: 401 },
  input,
})
export const everyUser = (status: number, input = noInput): Row => signedIn([status, status, status], input)
/** For A alone: even the administrator finds nothing. */
export const ownOnly = (status: number, input: InputBuilder): Row => signedIn([status, 404, 404], input)
/** For A and the administrator. */
export const ownOrAdmin = (status: number, input: InputBuilder): Row => signedIn([status, 404, status], input)
export const adminOnly = (status: number, input = noInput): Row => signedIn([403, 403, status], input)
/** For agents with their own token. */
export const agentOnly = (status: number, input = noInput): Row => ({
  status: { nobody: 401, a: 401, b: 401, admin: 401, deactivated: 401, agent: status },
  input,
})

export const body =
  (value: unknown): InputBuilder =>
  () => ({ body: value })
export const withBody =
  (build: InputBuilder, value: unknown): InputBuilder =>
  async (world) => ({ ...(await build(world)), body: value })
