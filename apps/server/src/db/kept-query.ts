import type { Compilable, CompiledQuery } from 'kysely'
import type { Db, Tx } from './schema.ts'

type Values = Record<string, string | number | undefined>

/** Stands in a query for a value that each execution brings. */
class Place {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/**
 * A query that is put together and compiled once for each choice of values that are there: Kysely takes longer for that
 * than SQLite to answer. `build` gets stand-ins, so it must not look at a value but whether it is there.
 */
export function keptQuery<V extends Values, R>(
  db: Db | Tx,
  build: (values: V) => Compilable<R>,
): (values: V) => Promise<R[]> {
  const kept = new Map<string, CompiledQuery<R>>()

  function compiled(values: V): CompiledQuery<R> {
    const names = Object.keys(values).filter((name) => values[name] !== undefined)
    const known = kept.get(names.join())
    if (known) return known
    const query = build(Object.fromEntries(names.map((name) => [name, new Place(name)])) as unknown as V).compile()
    kept.set(names.join(), query)
    return query
  }

  return async (values) => {
    const query = compiled(values)
    const parameters = query.parameters.map((one) => (one instanceof Place ? values[one.name] : one))
    return (await db.executeQuery<R>({ ...query, parameters })).rows
  }
}
