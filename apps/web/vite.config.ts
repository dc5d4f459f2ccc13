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

/** Everything but the service worker, which is a file of its own. */
const OF_PAGES = /^(?!.*\/src\/worker\/)/

/** Code that displays share with all other screens. */
const GROUND =
  /@tanstack\/(react-query|query-core)\/|app\/(over-screens|own-password|error-screen|kept-program)\.tsx?|ui\/late-overlay\.tsx|lib\/(calls\/query-client|quiet-time)\.ts/

/** Shared code without overlays, schemas, tables, search, questions before leaving, and a person's preferences. */
const SHARED =
  /^(?!.*(\/src\/worker\/|-virtual|virtual-core|dialog|menu|popover|sheet|select|form(?!at)|config-schema|api-failure|radix-ui|search-input|preferences|leav|typed-fields|list-footer|features\/alerts|src\/alert-|lib\/alert-|selector|copy-|choice|passkeys|providers|charts\/src\/))/

/**
 * Pieces below a quarter of a KB that several screens share. As separate files they would cost more in transfer than
 * they hold.
 */
const PIECES =
  /(components\/unread|lib\/alert-(keys|who)|boards\/module-count|displays\/display(s-cache|-list)|agents\/(agent-status|status|tags)|format\/src\/(date|duration|zone)|module-sdk\/src\/severity-sign|contract\/src\/page-archive)\.tsx?$/

/** Files that every page begins with. */
const BEGUN_WITH = /^assets\/(rolldown-runtime|react|index)-/

/** Code that only modules need. */
const WIDGET =
  /components\/widget\/(widget|widget-code|host|not-loaded|while-shown|live-reach|\w+-view)\.tsx?|module-sdk\/src\/(index|age|define-module|host|hooks|signal|storage|with-data)\.tsx?$|format\/src\/(age|short)|lib\/(live\/away-since|looks\/fit|calls\/kept-data)|components\/error-boundary|contract\/src\/module-sources/

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
    // No polyfill: every browser of that target supports modulepreload. Files that each page begins with are left out
    // of later preloads.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_file, files, { hostType }) =>
        hostType === 'js' ? files.filter((file) => !BEGUN_WITH.test(file)) : files,
    },
    // A `data:` font or picture would need a wider Content-Security-Policy.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // The scope of a service worker is its folder, and its name must not change.
        entryFileNames: ({ name }) => (name === 'display-worker' ? '[name].js' : 'assets/[name]-[hash].js'),
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
            // Schemas of alerts and tokens are left out: only their own screens need them.
            {
              name: 'zod',
              test: /node_modules\/zod\/|\/(?!alert-|selector|credentials)[\w-]+\.ts\?schemas$/,
              includeDependenciesRecursively: false,
            },
            // Each group is code that is used together, with its dependencies, but without those in a group above.
            // Files of a few hundred bytes cost more in transfer than they hold. The order: what every page begins
            // with, the sign-in form, the ground of all screens. Then the router, switches, menus, dialogs, common
            // code, the frame with the sidebar, tables, columns of agents.
            { name: 'first', tags: ['$initial'], test: OF_PAGES },
            { name: 'sign-in', test: /app\/sign-in\.tsx/ },
            { name: 'ground', test: GROUND },
            // Code of screens that show a code or wait for one.
            {
              name: 'codes',
              test: /(auth\/(qr\.queries|qr-state|use-seconds-left)|lib\/log)\.ts/,
              includeDependenciesRecursively: false,
            },
            { name: 'program', test: /(app\/program|lib\/use-asked)\.tsx?/ },
            // Parsers of times that people type, in forms and in modules.
            { name: 'instants', test: /format\/src\/(local|instant)\.ts$/, includeDependenciesRecursively: false },
            // Icons of the settings are left out: that is one place of two screens.
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
            // Parts of charts that modules draw with; screens need all of them.
            { name: 'axis', test: /charts\/src\/(axis|paths|series)\.ts$/ },
            // Alerts as Home, agents and the bell know them.
            {
              name: 'alerts-known',
              test: /alerts\/(alerts\.queries|incident-words)\.ts|src\/alert-incidents\.ts$/,
              includeDependenciesRecursively: false,
            },
            // State of the installation as administrators' screens, Home and the settings read it, and the start pages.
            {
              name: 'installation',
              test: /(backups|installation)\.queries\.ts$|contract\/src\/backups\.ts$|app\/start-places\.ts$/,
              includeDependenciesRecursively: false,
            },
            // State of backups, disk and secrets, below administrators' screens and among the settings.
            {
              name: 'keeping',
              test: /app\/admin-layout\.tsx|(backup-status|disk-status|lost-secrets)\.tsx/,
              includeDependenciesRecursively: false,
            },
            // Parts of displays' screens; the dashboards know some of them.
            {
              name: 'picture',
              test: /components\/(choice|page-tiles)\.tsx$/,
              includeDependenciesRecursively: false,
            },
            { name: 'shell', test: /app\/routes\/main\.ts/ },
            { name: 'lists', test: /components\/data-table\// },
            {
              name: 'agent-columns',
              test: /agents\/list\/(agent-columns|number-|use-agent-table|use-sorting|chosen-columns)/,
              includeDependenciesRecursively: false,
            },
            // State of both lists of agents; the dialog of an agent's page knows a part of it.
            {
              name: 'list-state',
              test: /agents\/(tag-list|list\/(listing(-\w+)?|use-list-\w+|long-list-tools|agent-search|lists\.queries))\.tsx?$/,
              includeDependenciesRecursively: false,
            },
            // Preferences apart from live events, so that lists need not wait for those.
            { name: 'preferences', test: /lib\/preferences\.ts/ },
            // Questions before a form is left, then the dialogs that forms stand in.
            { name: 'forms', test: /components\/ask-before-leaving|lib\/typed-fields/ },
            // Faults of fields that the server named: forms and files show them.
            { name: 'use-form', test: /lib\/(use-form|calls\/api-failure)\.ts/, includeDependenciesRecursively: false },
            { name: 'dialogs', test: /components\/(typing-dialog|form-dialog|confirm-dialog|leave-question)\.tsx/ },
            // Code that is loaded once a screen is there: live events, toasts, signing out.
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
    // All processors, as for the other projects: Vitest's default of one on two processors would put these tests behind
    // all others.
    maxWorkers: '100%',
    include: ['src/**/*.test.{ts,tsx}'],
    testTimeout: 30_000,
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
