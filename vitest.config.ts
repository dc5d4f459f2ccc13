import { defineConfig } from 'vitest/config'

const server = { include: ['apps/server/src/**/*.test.ts'], testTimeout: 15_000, hookTimeout: 30_000 }

export default defineConfig({
  test: {
    projects: [
      'apps/web',
      {
        test: {
          name: 'unit',
          include: [
            'packages/*/src/**/*.test.ts',
            'modules/*/**/*.test.ts',
            'scripts/**/*.test.ts',
            'bench/**/*.test.ts',
          ],
        },
      },
      {
        test: {
          name: 'modules',
          environment: 'jsdom',
          include: ['modules/*/**/*.test.tsx', 'packages/module-sdk/src/**/*.test.tsx'],
        },
      },
      // The same tests on both databases; `inject('database')` is 'sqlite' or the address of a throwaway PostgreSQL.
      { test: { ...server, name: 'server-sqlite', provide: { database: 'sqlite' } } },
      { test: { ...server, name: 'server-postgres', globalSetup: ['scripts/provide-postgres.ts'] } },
    ],
  },
})
