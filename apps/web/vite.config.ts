import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { schemasApart } from './contract.plugin.ts'
import { displayWorker } from './display-worker.plugin.ts'
import { indexPage } from './index-page.plugin.ts'
import { screenPages } from './screen-pages.plugin.ts'

const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8'))
const api = process.env.API_URL ?? 'http://127.0.0.1:3000'

/** Everything but the service worker, which is a file of its own. */
const OF_PAGES = /^(?!.*\/src\/worker\/)/

/** Code that displays share with all other screens. */
const DISPLAY_SHARED =
  /@tanstack\/(react-query|query-core)\/|app\/(over-screens|setup-gate|error-screen|cached-program)\.tsx?|ui\/late-overlay\.tsx|lib\/(calls\/query-client|quiet-time)\.ts/

/** Code that five or more screens share. Leaves out parts that have a group of their own, or that few screens load. */
const COMMON =
  /^(?!.*(\/src\/worker\/|-virtual|virtual-core|dialog|menu|popover|sheet|select|form(?!at)|config-schema|api-failure|radix-ui|search-input|preferences|leav|typed-fields|list-footer|features\/alerts|src\/alert-|lib\/alert-|selector|copy-|choice|passkeys|providers|charts\/src\/))/

/**
 * Pieces below a quarter of a KB that several screens share. As separate files they would cost more in transfer than
 * they hold.
 */
const PIECES =
  /(components\/unread|lib\/alert-keys|contract\/src\/incident-subject|boards\/module-count|displays\/display(s-cache|-list)|agents\/(agent-status|status|tags)|format\/src\/(date|duration|zone)|module-sdk\/src\/severity-sign|contract\/src\/page-archive)\.tsx?$/

/** The entry script, which `index.html` names. */
const ENTRY_SCRIPT = /^assets\/index-/

/** Code that widgets need. Displays need some of it, too. */
const WIDGET =
  /components\/widget\/(widget|widget-code|host|not-loaded|while-shown|live-widget-api|stored-value|\w+-view)\.tsx?|module-sdk\/src\/(index|age|define-module|host|hooks|signal|storage|tick|with-data)\.tsx?$|format\/src\/(age|short)|lib\/(live\/away-since|looks\/fit|calls\/display-data)|components\/error-boundary|contract\/src\/module-sources/

export default defineConfig({
  plugins: [
    react(),
    tailwindcss(),
    indexPage(),
    displayWorker(),
    screenPages(),
    // Keeps schemas out of screens that only make calls: 29 KB on Home and on displays.
    schemasApart(),
  ],
  define: { __VERSION__: JSON.stringify(version) },
  build: {
    target: 'es2023',
    // No polyfill: every browser of that target supports modulepreload. The script that each page begins with is left
    // out of later preloads.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_file, files, { hostType }) =>
        hostType === 'js' ? files.filter((file) => !ENTRY_SCRIPT.test(file)) : files,
    },
    // A `data:` font or picture would need a wider Content-Security-Policy.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // The scope of a service worker is its folder, and its name must not change.
        entryFileNames: ({ name }) => (name === 'display-worker' ? '[name].js' : 'assets/[name]-[hash].js'),
        codeSplitting: {
          // Each group is code that is used together, with its dependencies, but without those in a group above. Files
          // of a few hundred bytes cost more in transfer than they hold. Each comment gives the extra transfer of a
          // screen without that group.
          groups: [
            // 20 KB on every screen. Leaves out schemas of alerts and tokens, which only their own screens need.
            {
              name: 'zod',
              test: /node_modules\/zod\/|\/(?!alert-|selector|credentials)[\w-]+\.ts\?schemas$/,
              includeDependenciesRecursively: false,
            },
            // Code that the entry script imports at once. 12 KB on the sign-in.
            { name: 'first', tags: ['$initial'], test: OF_PAGES },
            // 92 KB on the sign-in.
            { name: 'sign-in', test: /app\/sign-in\.tsx/ },
            // Code of all screens, displays included. 39 KB on displays.
            { name: 'ground', test: DISPLAY_SHARED },
            // The program of all screens but displays, with React Router. 24 KB on displays.
            { name: 'program', test: /(app\/program|lib\/use-palette-request)\.tsx?/ },
            // 32 KB and four files on Home. Leaves out icons of the settings, which two screens use.
            {
              name: 'icons',
              test: /lucide-react\/dist\/esm\/icons\/(?!(palette|languages|flag|plug|siren)\.)/,
              minShareCount: 2,
            },
            // Switches and search fields. 30 KB on Home and on displays.
            {
              name: 'controls',
              test: /components\/(ui\/(switch|checkbox)|search-input)\.tsx|format\/src\/(words|folded)/,
            },
            // Menus and dialogs. 11 KB on Home and on displays, 20 on lists.
            { name: 'overlays', test: /components\/ui\/(dialog|dropdown-menu|tooltip-bubble)\.tsx/ },
            // 3 KB and two files on displays.
            { name: 'pieces', test: PIECES, includeDependenciesRecursively: false },
            // 3 KB on the settings, 1 on Home.
            { name: 'widget', test: WIDGET, includeDependenciesRecursively: false },
            // 40 KB on displays, ten files on every screen.
            { name: 'common', test: COMMON, minShareCount: 5 },
            // The frame with the sidebar. Six files on every screen but displays.
            { name: 'shell', test: /app\/routes\/main\.ts/ },
            // Preferences apart from live events, so that lists need not wait for those. 4 KB on the settings.
            { name: 'preferences', test: /lib\/preferences\.ts/ },
            // Questions before a form is left. 35 KB on the registration.
            { name: 'forms', test: /components\/ask-before-leaving|lib\/typed-fields/ },
            // Dialogs with forms. Five files on the list of all agents.
            { name: 'dialogs', test: /components\/(typing-dialog|form-dialog|confirm-dialog|leave-question)\.tsx/ },
            // Live events and toasts, loaded once a screen is there. Three files.
            { name: 'live', test: /app\/live-events\.ts/ },
            { name: 'toasts', test: /ui\/toaster\.tsx|node_modules\/sonner\// },
          ],
        },
      },
    },
  },
  test: {
    name: 'web',
    environment: 'jsdom',
    // `theme.js` runs before the program in a browser, so it does in tests.
    setupFiles: ['src/testing/setup.ts', 'src/testing/shared-page.ts', 'theme.js'],
    isolate: false,
    // As many as for the other projects (vitest.config.ts), so that all run side by side.
    maxWorkers: availableParallelism() + 1,
    include: ['src/**/*.test.{ts,tsx}'],
    testTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
    // `npm run test:fuzz` sets the number of requests.
    provide: {
      fuzz: { requests: Number(process.env.FUZZ_REQUESTS ?? 0), seed: Number(process.env.FUZZ_SEED ?? 20261121) },
    },
  },
  server: {
    // Objects, because the short form would change the Host header, and the server compares it with the page's origin.
    proxy: {
      '/api': { target: api, ws: true },
      '/auth': { target: api },
      // Only files of modules: /modules/{id}/{version}/…; the sources of bundled modules are Vite's own.
      '^/modules/[^/]+/\\d': { target: api },
      '/agent.mjs': { target: api },
      '/healthz': { target: api },
    },
  },
})
