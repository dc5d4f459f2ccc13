import path from 'node:path'
import { defineConfig } from '@playwright/test'
import { findChromium, findWholeChromium } from '../scripts/tests/programs.ts'
import type { Options } from './fixtures.ts'
import { LONG } from './long.ts'

// Servers, agents and workers that start find their modules compiled, which takes half the work.
process.env.NODE_COMPILE_CACHE ??= path.join(import.meta.dirname, '../node_modules/.cache/atalaya/compiled')

const args = ['--no-sandbox', '--disable-dev-shm-usage', '--disable-background-networking']
const chromium = { browserName: 'chromium' } as const

const desktop = { ...chromium, viewport: { width: 1440, height: 900 } }

/** Tests of features that the headless browser lacks or does differently. */
const FULL_BROWSER = ['**/sandbox.spec.ts', '**/push.spec.ts']
/** One after another, these tests take minutes. */
const GALLERY = '**/modules-display.spec.ts'

export default defineConfig<object, Options>({
  testDir: '.',
  outputDir: 'test-results',
  globalSetup: './needs.ts',
  // Each worker runs a server and a database of its own beside the browser. Two processors serve three: screens also
  // wait for frames, animations and answers.
  workers: 3,
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  timeout: 60_000,
  expect: { timeout: 30_000 },
  use: {
    launchOptions: { executablePath: findChromium(), args },
    // Traces of all tests would take a quarter of the time. `--trace on` makes one of a single test.
    trace: 'off',
    screenshot: 'only-on-failure',
    // In the empty browser of each test the worker would fetch the whole program, which costs more than most screens.
    // Tests of the cached program allow it, and so do the walks through the whole product.
    serviceWorkers: 'block',
    locale: 'en-GB',
    timezoneId: 'Europe/Madrid',
  },
  projects: [
    // First, so that no test is left to run alone at the end.
    { name: 'gallery', testMatch: GALLERY, use: desktop },
    // Touch-only tests run on projects with touch.
    { name: 'desktop', testIgnore: [...FULL_BROWSER, GALLERY], grepInvert: /@touch/, use: desktop },
    // Isolation of modules, and push messages, need the browser that people have.
    {
      name: 'sandbox',
      testMatch: FULL_BROWSER,
      use: { ...desktop, launchOptions: { executablePath: findWholeChromium(), args } },
    },
    // All tests run on the desktop. Other sizes run the tests tagged with them; long runs also those tagged @sizes.
    {
      name: 'panel',
      grep: LONG ? /@panel|@sizes|@canvas/ : /@panel/,
      use: { ...chromium, viewport: { width: 1024, height: 600 } },
    },
    {
      name: 'mobile',
      grep: LONG ? /@mobile|@touch|@sizes/ : /@mobile|@touch/,
      use: { ...chromium, viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
    },
    // The same product on PostgreSQL, for the flows that cross every part.
    { name: 'desktop-postgres', grep: /@postgres/, use: { ...desktop, database: 'postgres' } },
  ],
})
