// Values that the projects of vitest.config.ts give to tests.
// Without an import, `declare module` would replace the types of vitest instead of extending them.
import type {} from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** 'sqlite', or the URL of a PostgreSQL server on which tests may create databases. */
    database: string
    /** An empty database of the newest version, to copy: SQLite's file, or the name of one on that server. */
    migrated: string
    /** Rounds of the long form of the fault test; 0 for the short form. */
    faultRounds: number
    /** Number of agents with rows in the test of plans. */
    scaleAgents: number
    /** Fill level of the full house, up to 1. The long form has 1 and judges time and memory, too. */
    fullHouse: number
    /** Calls of the long form of the fuzz test, 0 for the short form, and the seed of either. */
    fuzz: { requests: number; seed: number }
  }
}
