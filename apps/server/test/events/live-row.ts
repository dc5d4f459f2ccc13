import type { OwnersWorld, Person } from '#test/support/owners-world.ts'

/** Change to resources of several owners at once, and the resources named in each person's events. */
export type LiveRow = {
  what: string
  cause(world: OwnersWorld & { agentTokens: Map<string, string> }): Promise<unknown>
  received: Record<Person, string[]>
}
