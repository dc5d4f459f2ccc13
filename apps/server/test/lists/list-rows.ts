import type { Data, Route } from '@atalaya/contract/route'
import type { Person } from '#test/support/owners-world.ts'
import type { CallOptions } from '#test/support/test-app.ts'

/** Names of the entries that a person gets, in any order; or the status of the refusal. */
export type Expected = Record<Person, string[] | number>
/** Makes the options of a call by `person`; `idOf` finds the id of a named resource. */
type MakeOptions = (idOf: (name: string) => string, person: Person) => CallOptions
type RowOptions = { variant?: string; input?: MakeOptions }
export type ListRow = {
  route: Route
  variant: string
  input: MakeOptions
  /** Ids in an answer, which the test replaces by names, and words about it, such as `2 in all`. */
  entries(data: unknown): string[]
  expected: Expected
}

/** Row of a call that returns a list: the entries that each caller gets, or the status of a refusal. */
export function list<R extends Route>(
  route: R,
  entries: (data: Data<R>) => string[],
  expected: Expected,
  { variant = '', input = () => ({}) }: RowOptions = {},
): ListRow {
  return { route, variant, input, entries: (data) => entries(data as Data<R>), expected }
}

/** Query string of the call, in which names stand for ids. */
export const query = (fields: Record<string, string>): RowOptions => ({
  variant: ` ${new URLSearchParams(fields)}`,
  input: (idOf) => ({ query: Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, idOf(value)])) }),
})
/** Requests for one resource, by its name. */
export const about = (name: string, fields: Record<string, string> = {}): RowOptions => ({
  variant: ` of ${name} ${new URLSearchParams(fields)}`,
  input: (idOf) => ({ params: { id: idOf(name) }, query: fields }),
})

export const forAll = (...entries: string[]): Expected => ({ a: entries, display: entries, b: entries, admin: entries })
export const forAdmin = (...entries: string[]): Expected => ({ a: 403, display: 403, b: 403, admin: entries })
/** Resources of A: an administrator may read them, and B may not. */
export const ofA = (...entries: string[]): Expected => ({ a: entries, display: entries, b: 404, admin: entries })
/** Every owner gets their own entries, and the administrator gets `admin`. */
export const each = (entriesOf: (owner: string) => string[], admin = entriesOf('admin')): Expected => ({
  a: entriesOf('a'),
  display: entriesOf('a'),
  b: entriesOf('b'),
  admin,
})

export const ids = (entries: { _id: string }[]): string[] => entries.map(({ _id }) => _id)
export const totals = (total: number, online: number): string[] => [`${total} in all`, `${online} online`]
export const totalsOf = ({ total = 0, online = 0 }): string[] => totals(total, online)
