import type { Compilable, CompiledQuery, RootOperationNode } from 'kysely'
import { isPostgres } from './dialect.ts'
import type { Db, Tx } from './schema.ts'

type Values = Record<string, string | number | undefined>

/** Placeholder in a query for a value that each execution brings. */
class Placeholder {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

const cache = new Map<string, CompiledQuery>()
const names = new WeakMap<RootOperationNode, string>()

/** Name under which PostgreSQL keeps a query prepared; null for other queries. */
export const nameOf = ({ query }: CompiledQuery): string | null => names.get(query) ?? null

/**
 * A cached query: built and compiled once for each combination of present values, and prepared once per connection.
 * Kysely needs longer to build one than SQLite to answer it. PostgreSQL needs longer to plan one than to run it. `name`
 * identifies it.
 *
 * `build` gets placeholders, so it may only check if a value is present. It must not select `*`: a newer version may
 * add columns while this one runs.
 *
 * In PostgreSQL a read fails once a newer version has changed a column of its result. Outside of transactions it is
 * then prepared again and repeated; in a transaction the caller gets the error.
 */
export function cachedQuery<V extends Values, R>(
  db: Db | Tx,
  name: string,
  build: (values: V) => Compilable<R>,
): (values: V) => CompiledQuery<R> {
  function compile(values: V): CompiledQuery<R> {
    const presentKeys = Object.keys(values).filter((key) => values[key] !== undefined)
    const key = `${isPostgres(db) ? 'p' : 's'} ${name} ${presentKeys.join()}`
    const cached = cache.get(key) as CompiledQuery<R> | undefined
    if (cached) return cached
    const query = build(
      Object.fromEntries(presentKeys.map((key) => [key, new Placeholder(key)])) as unknown as V,
    ).compile()
    cache.set(key, query)
    names.set(query.query, key)
    return query
  }

  return (values) => {
    const query = compile(values)
    return {
      ...query,
      parameters: query.parameters.map((parameter) =>
        parameter instanceof Placeholder ? values[parameter.name] : parameter,
      ),
    }
  }
}
