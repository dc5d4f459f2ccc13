import { join } from 'node:path'
import type { Plugin, Rolldown } from 'vite'
import { type Drawn, draw } from './drawn-pages.ts'
import { readFileHere, withoutComments } from './index-page.plugin.ts'
import { FORM, firstRequests, framedAddresses, screens } from './screens.ts'

type Bundle = Rolldown.OutputBundle
type Chunk = Rolldown.OutputChunk

/** Chunk that was made for a module of the client, or else one that contains it. */
function chunkOf(bundle: Bundle, module: string): Chunk {
  const id = join(import.meta.dirname, module)
  const chunks = Object.values(bundle).filter((output): output is Chunk => output.type === 'chunk')
  const chunk =
    chunks.find(({ facadeModuleId }) => facadeModuleId === id) ?? chunks.find((chunk) => chunk.moduleIds.includes(id))
  if (!chunk) throw new Error(`No file was built of ${module}, which screens.ts names`)
  return chunk
}

/** The files of some chunks and of all that they import. */
function filesOf(bundle: Bundle, chunks: Chunk[]): Set<string> {
  const files = new Set<string>()
  const add = (chunk: Chunk) => {
    if (files.has(chunk.fileName)) return
    files.add(chunk.fileName)
    for (const name of chunk.imports) {
      const imported = bundle[name]
      if (imported?.type === 'chunk') add(imported)
    }
  }
  for (const chunk of chunks) add(chunk)
  return files
}

/** `/admin/users` is `pages/admin-users.html`. */
const pageOf = (address: string) => `pages/${address.replace(/[/:]+/g, '-').replace(/^-/, '') || 'home'}.html`

const ROOT = '<div id="root"></div>'
/** Beginning of the tag that loads the program. */
const MODULE = '<script type="module"'

/** Script that sends a screen's first requests. */
function earlyReads(address: string): string {
  const paths = firstRequests[address]
  if (!paths) return ''
  const script = withoutComments(readFileHere('early-reads.js')).replace('READS', () => JSON.stringify(paths))
  return `<script>${script}</script>`
}

/**
 * Page with the drawn form or frame of an address, if there is one. The form reacts to presses before its program has
 * loaded.
 */
function withDrawn(html: string, address: string, { form, frames }: Drawn): string {
  const drawn = address === FORM ? form : frames[address]
  if (drawn === undefined) return html
  const early = address === FORM ? `<script>${withoutComments(readFileHere('early.js'))}</script>` : ''
  return html.replace(ROOT, () => `<div id="root" data-drawn>${drawn}</div>${early}`)
}

/**
 * Writes a page for each screen beside `index.html`. It names all files that the screen needs, and shows its frame.
 * Also writes `screens.json`, by which the server knows the page of each address.
 */
export function screenPages(): Plugin {
  let isServerElsewhere = false
  return {
    name: 'screen-pages',
    apply: 'build',
    configResolved({ env }) {
      isServerElsewhere = Boolean(env.VITE_API_URL)
    },
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const index = bundle['index.html']
        if (index?.type !== 'asset') throw new Error('index.html was not built')
        const html = String(index.source)
        for (const tag of [ROOT, MODULE]) if (!html.includes(tag)) throw new Error(`index.html has no ${tag}`)
        const drawn = await draw(framedAddresses)
        for (const [address, modules] of Object.entries(screens)) {
          const files = [
            ...filesOf(
              bundle,
              modules.map((module) => chunkOf(bundle, module)),
            ),
          ]
          const links = files
            .filter((file) => !html.includes(file))
            .map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`)
          const source = withDrawn(
            html
              // Inserts the early reads before the styles, which a script in the page would wait for.
              .replace(MODULE, () => `${isServerElsewhere ? '' : earlyReads(address)}${MODULE}`)
              .replace('</head>', `${links.join('')}</head>`),
            address,
            drawn,
          )
          this.emitFile({ type: 'asset', fileName: pageOf(address), source })
        }
        const pages = Object.fromEntries(Object.keys(screens).map((address) => [address, pageOf(address)]))
        this.emitFile({ type: 'asset', fileName: 'screens.json', source: JSON.stringify(pages) })
      },
    },
  }
}
