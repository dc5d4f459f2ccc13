import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

const WORKER = 'display-worker.js'
/** Files of public/ that the page names. */
const PUBLIC_FILES = ['/favicon.svg', '/manifest.webmanifest']
/** Scripts, styles, and the one font of all texts; fonts of other alphabets come when they are needed. */
const CACHED_FILES = /\.(js|css)$|latin-wght-normal[^/]*\.woff2$/

const readPublicFile = (path: string) => readFileSync(join(import.meta.dirname, 'public', path))

/** Builds the service worker beside the client, and writes the list of the client's files and their version into it. */
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
        const page = bundle['index.html']
        if (worker?.type !== 'chunk') throw new Error(`${WORKER} was not built`)
        if (page?.type !== 'asset') throw new Error('index.html was not built')
        const assets = Object.keys(bundle).filter((file) => file.startsWith('assets/') && CACHED_FILES.test(file))
        const files = [...PUBLIC_FILES, ...assets.map((file) => `/${file}`)].sort()
        // Files of public/ are hashed too: unlike names of built files, theirs contain no hash of the content.
        const version = createHash('sha256').update(files.join()).update(page.source)
        for (const file of PUBLIC_FILES) version.update(readPublicFile(file))
        worker.code = worker.code
          .replaceAll('__PROGRAM_FILES__', JSON.stringify(files))
          .replaceAll('__PROGRAM_VERSION__', JSON.stringify(version.digest('base64url').slice(0, 12)))
      },
    },
  }
}
