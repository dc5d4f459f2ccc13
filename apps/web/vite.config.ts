import { readFileSync } from 'node:fs'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { schemasApart } from './contract.plugin.ts'
import { displayWorker } from './display-worker.plugin.ts'
import { indexPage } from './index-page.plugin.ts'
import { screenPages } from './screen-pages.plugin.ts'
import { withoutCompiling, withoutJsonSchema } from './zod.plugin.ts'

const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8'))
const api = process.env.API_URL ?? 'http://127.0.0.1:3000'

/** Whatever is not the service worker's, which is a file of its own. */
const OF_PAGES = /^(?!.*\/src\/worker\/)/

/** What the display needs of what all other screens need, too. */
const GROUND =
  /@tanstack\/(react-query|query-core)\/|app\/(over-screens|own-password|error-screen|kept-program)\.tsx?|ui\/late-overlay\.tsx|lib\/(query-client|quiet-time)\.ts/

/** Whatever needs no overlay, no schema, no table, no search, no question before leaving and none of a person's choices. */
const SHARED =
  /^(?!.*(\/src\/worker\/|-virtual|virtual-core|dialog|menu|popover|sheet|select|form(?!at)|config-schema|api-failure|radix-ui|search-input|preferences|leav|typed-fields|list-footer|features\/alerts|src\/alert-|lib\/alert-|selector|copy-|choice|passkeys|providers|charts\/src\/))/

/** What several screens share and is less than a quarter of a KB: each a file of its own would cost more on its way than it holds. */
const PIECES =
  /(components\/unread|lib\/alert-(keys|who)|boards\/module-count|displays\/display(s-cache|-list)|agents\/(agent-status|status|tags)|format\/src\/(date|duration|zone)|module-sdk\/src\/severity-sign|contract\/src\/page-archive)\.tsx?$/

/** Files of what every page begins with. */
const BEGUN_WITH = /^assets\/(rolldown-runtime|react|index)-/

/** What modules need that no other screen does. */
const WIDGET =
  /components\/widget\/(widget|widget-code|host|not-loaded|while-shown|live-reach|\w+-view)\.tsx?|module-sdk\/src\/(index|age|define-module|host|hooks|signal|storage|with-data)\.tsx?$|format\/src\/(age|short)|lib\/(away-since|fit|kept-data)|components\/error-boundary/

export default defineConfig({
  plugins: [
    react(),
    tailwindcss(),
    indexPage(),
    displayWorker(),
    screenPages(),
    schemasApart(),
    withoutJsonSchema(),
    withoutCompiling(),
  ],
  define: { __VERSION__: JSON.stringify(version) },
  build: {
    target: 'es2023',
    // Every browser of that target knows modulepreload. What each page begins with is named by no later part.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_file, files, { hostType }) =>
        hostType === 'js' ? files.filter((file) => !BEGUN_WITH.test(file)) : files,
    },
    // A data: font or picture would need a wider Content-Security-Policy.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // A service worker rules over the folder that it lies in, and keeps its name.
        entryFileNames: ({ name }) => (name === 'display-worker' ? '[name].js' : 'assets/[name]-[hash].js'),
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
            // Those of alerts and tokens come with their screens, which alone need them.
            {
              name: 'zod',
              test: /node_modules\/zod\/|\/(?!alert-|selector|credentials)[\w-]+\.ts\?schemas$/,
              includeDependenciesRecursively: false,
            },
            // What is used together comes together, each of these with all that it needs and that stands in none above:
            // files of a few hundred bytes cost more on their way than they hold. First what every page begins with,
            // then the sign-in form, what the display and the others stand on, the router, switches, menus and dialogs, what most screens
            // use, the frame with the sidebar, tables, and the columns of agents.
            { name: 'first', tags: ['$initial'], test: OF_PAGES },
            { name: 'sign-in', test: /app\/sign-in\.tsx/ },
            { name: 'ground', test: GROUND },
            // What all screens know that show a code or wait for one.
            {
              name: 'codes',
              test: /(auth\/(qr\.queries|qr-state|use-seconds-left)|lib\/log)\.ts/,
              includeDependenciesRecursively: false,
            },
            { name: 'program', test: /app\/program\.tsx/ },
            // What reads times that people type, in forms and in modules.
            { name: 'instants', test: /format\/src\/(local|instant)\.ts$/, includeDependenciesRecursively: false },
            // Without those of the settings, which are one place of two screens.
            {
              name: 'icons',
              test: /lucide-react\/dist\/esm\/icons\/(?!(palette|languages|flag|plug|siren)\.)/,
              minShareCount: 2,
            },
            {
              name: 'controls',
              test: /components\/(ui\/(switch|checkbox)|search-input)\.tsx|format\/src\/(words|folded)/,
            },
            { name: 'overlays', test: /components\/ui\/(dialog|dropdown-menu|tooltip-bubble)\.tsx/ },
            { name: 'pieces', test: PIECES, includeDependenciesRecursively: false },
            { name: 'widget', test: WIDGET, includeDependenciesRecursively: false },
            { name: 'common', test: SHARED, minShareCount: 5 },
            // Modules draw with one or the other of these; screens need all of them.
            { name: 'axis', test: /charts\/src\/(axis|paths|series)\.ts$/ },
            // What Home, agents and the bell know of alerts.
            {
              name: 'alerts-known',
              test: /alerts\/(alerts\.queries|incident-words)\.ts|src\/alert-incidents\.ts$/,
              includeDependenciesRecursively: false,
            },
            // What administrators' screens, Home and the settings read of the installation, and where one can begin.
            {
              name: 'installation',
              test: /(backups|installation)\.queries\.ts$|contract\/src\/backups\.ts$|app\/start-places\.ts$/,
              includeDependenciesRecursively: false,
            },
            // How the installation is doing, below administrators' screens and among the settings.
            {
              name: 'keeping',
              test: /app\/admin-layout\.tsx|(backup-status|disk-status|lost-secrets)\.tsx/,
              includeDependenciesRecursively: false,
            },
            // What displays show of themselves, a part of which the dashboards know.
            {
              name: 'picture',
              test: /components\/(choice|page-tiles)\.tsx$/,
              includeDependenciesRecursively: false,
            },
            { name: 'shell', test: /app\/routes\/main\.ts|lib\/use-asked\.ts/ },
            { name: 'lists', test: /components\/data-table\// },
            {
              name: 'agent-columns',
              test: /agents\/list\/(agent-columns|number-|use-agent-table|use-sorting|chosen-columns)/,
              includeDependenciesRecursively: false,
            },
            // What both lists of agents begin with; the dialog of an agent's page knows a part of it.
            {
              name: 'list-state',
              test: /agents\/(tag-list|list\/(listing(-\w+)?|use-list-\w+|long-list-tools|agent-search|lists\.queries))\.tsx?$/,
              includeDependenciesRecursively: false,
            },
            // What screens of lists begin with comes without what live events bring of it.
            { name: 'preferences', test: /lib\/preferences\.ts/ },
            // What is asked before a form is left; then the dialogs that forms stand in.
            { name: 'forms', test: /components\/ask-before-leaving|lib\/typed-fields/ },
            { name: 'dialogs', test: /components\/(typing-dialog|form-dialog|confirm-dialog|leave-question)\.tsx/ },
            // What comes once a screen is there: live events, toasts, and the way out.
            { name: 'live', test: /app\/live-events\.ts/ },
            { name: 'toasts', test: /ui\/toaster\.tsx|node_modules\/sonner\// },
            { name: 'leaving', test: /opened-user-menu\.tsx|auth\/login-page\.tsx/ },
          ],
        },
      },
    },
  },
  test: {
    name: 'web',
    environment: 'jsdom',
    setupFiles: ['src/testing/setup.ts', 'src/testing/shared-page.ts'],
    isolate: false,
    // As for the other projects: Vitest's own default of one, on two processors, would put these behind all others.
    maxWorkers: '100%',
    include: ['src/**/*.test.{ts,tsx}'],
    testTimeout: 30_000,
    expect: { poll: { timeout: 15_000 } },
    // `npm run test:fuzz` sets how long the long form is.
    provide: {
      fuzz: { requests: Number(process.env.FUZZ_REQUESTS ?? 0), seed: Number(process.env.FUZZ_SEED ?? 20261121) },
    },
  },
  server: {
    // Objects: the short form would change the Host header, and the server compares it with the page's origin.
    proxy: {
      '/api': { target: api, ws: true },
      '/auth': { target: api },
      // Only a module's files: /modules/{id}/{version}/…; the sources of bundled modules are Vite's own.
      '^/modules/[^/]+/\\d': { target: api },
      '/agent.mjs': { target: api },
      '/healthz': { target: api },
    },
  },
})
