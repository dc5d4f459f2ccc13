import { defineConfig } from 'vitest/config'

// Generous, for busy machines: a test that waits for what never comes still ends. In CI what fails is tried once more;
// the report marks it (`retry x1`): to be mended, but not a reason to stop.
const patience = { testTimeout: 30_000, hookTimeout: 60_000, retry: process.env.CI ? 1 : 0 }
// `npm run test:faults` sets the rounds of the long form of one test.
const provide = { faultRounds: Number(process.env.FAULT_ROUNDS ?? 0) }
const server = { ...patience, provide, include: ['apps/server/src/**/*.test.ts'] }

export default defineConfig({
  test: {
    // By default one processor is left free, which on two is half the machine.
    maxWorkers: '100%',
    projects: [
      'apps/web',
      {
        test: {
          ...patience,
          name: 'unit',
          include: [
            'packages/*/src/**/*.test.ts',
            'modules/*/**/*.test.ts',
            'scripts/**/*.test.ts',
            'bench/**/*.test.ts',
          ],
          exclude: ['**/node_modules/**', '**/real/**'],
        },
      },
      {
        test: {
          ...patience,
          name: 'modules',
          environment: 'jsdom',
          include: ['modules/*/**/*.test.tsx', 'packages/module-sdk/src/**/*.test.tsx'],
        },
      },
      // The same tests on both databases; `inject('database')` is 'sqlite' or the address of a throwaway PostgreSQL.
      { test: { ...server, name: 'server-sqlite', globalSetup: ['scripts/provide-sqlite.ts'] } },
      { test: { ...server, name: 'server-postgres', globalSetup: ['scripts/provide-postgres.ts'] } },
    ],
  },
})
