import type { Plugin } from 'vite'

const WORKER = 'display-worker.js'
const PLACEHOLDER = '__DISPLAY_FILES__'
/** Files of public/ that the page asks for. */
const PUBLIC = ['/theme.js', '/favicon.svg', '/manifest.webmanifest']
/** Scripts, styles, and the one font of all texts; fonts of other alphabets come when they are needed. */
const KEPT = /\.(js|css)$|latin-wght-normal[^/]*\.woff2$/

/** Builds the service worker beside the client and writes the list of the client's files into it. */
export function displayWorker(): Plugin {
  return {
    name: 'display-worker',
    apply: 'build',
    config: () => ({
      build: { rolldownOptions: { input: { index: 'index.html', 'display-worker': 'src/worker/display-worker.ts' } } },
    }),
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const worker = bundle[WORKER]
        if (worker?.type !== 'chunk') throw new Error(`${WORKER} was not built`)
        const assets = Object.keys(bundle).filter((file) => file.startsWith('assets/') && KEPT.test(file))
        const files = [...PUBLIC, ...assets.map((file) => `/${file}`)].sort()
        worker.code = worker.code.replaceAll(PLACEHOLDER, JSON.stringify(files))
      },
    },
  }
}
