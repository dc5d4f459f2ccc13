import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

// Threads and programs that tests start find their modules compiled: a start takes half the work.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('node_modules/.cache/atalaya/compiled', import.meta.url))
// A zone that is far from UTC, and off it by half an hour: times that are read in the wrong zone fail at any hour.
process.env.TZ ??= 'America/St_Johns'

// Generous, for busy machines: a test that waits for what never comes still ends.
const timeouts = {
  testTimeout: 60_000,
  hookTimeout: 60_000,
  expect: { poll: { timeout: 15_000 } },
}
// `npm run test:faults`, `test:fuzz`, `test:full-house` and `test:long` set how long the long forms of their tests are.
const fuzz = { requests: Number(process.env.FUZZ_REQUESTS ?? 0), seed: Number(process.env.FUZZ_SEED ?? 20261121) }
const fullHouse = Number(process.env.FULL_HOUSE ?? 0.1)
const scaleAgents = Number(process.env.SCALE_AGENTS ?? 8000)
const provide = { faultRounds: Number(process.env.FAULT_ROUNDS ?? 0), fuzz, scaleAgents, fullHouse }
// Excluded but in the long forms: `.long.`, tests that take minutes or measure time; and on PostgreSQL `.once.`, tests
// of what no database decides. `.sqlite.` and `.postgres.` are tests for one of the databases alone.
const isLong = provide.faultRounds > 0
const long = isLong ? [] : ['**/*.long.test.ts']
// The product's modules hold no state that one test could leave to another; loading them for each file takes a third of
// the time, and with a page more than half.
// A larger nursery for new objects: with fewer collections, tests take a twelfth less of the processors.
const execArgv = ['--max-semi-space-size=64']
const server = { ...timeouts, provide, execArgv, isolate: false, include: ['apps/server/test/**/*.test.ts'] }
const onSqlite = { exclude: ['**/*.postgres.*test.ts', ...long] }
const onPostgres = { exclude: ['**/*.sqlite.*test.ts', ...(isLong ? [] : ['**/*.once.*test.ts']), ...long] }

export default defineConfig({
  test: {
    // One more than there are processors: tests of the server wait for threads, programs and databases of their own.
    maxWorkers: availableParallelism() + 1,
    projects: [
      'apps/web',
      {
        test: {
          ...timeouts,
          name: 'unit',
          include: [
            'packages/*/src/**/*.test.ts',
            'modules/*/**/*.test.ts',
            'scripts/**/*.test.ts',
            'bench/**/*.test.ts',
          ],
          exclude: ['**/node_modules/**', '**/real/**', ...long],
        },
      },
      {
        test: {
          ...timeouts,
          name: 'modules',
          environment: 'jsdom',
          isolate: false,
          setupFiles: ['apps/web/src/testing/shared-page.ts'],
          include: ['modules/*/**/*.test.tsx', 'packages/module-sdk/src/**/*.test.tsx'],
        },
      },
      // The same tests on both databases; `inject('database')` is 'sqlite' or the address of a throwaway PostgreSQL.
      {
        test: {
          ...server,
          ...onSqlite,
          name: 'server-sqlite',
          globalSetup: ['apps/server/test/support/provide-sqlite.ts'],
        },
      },
      {
        test: {
          ...server,
          ...onPostgres,
          name: 'server-postgres',
          globalSetup: ['apps/server/test/support/provide-postgres.ts'],
        },
      },
    ],
  },
})
