import { readFile } from 'node:fs/promises'
import type { Plugin } from 'vite'
import { halvesOf, SCHEMAS, shapeReadIn } from './contract-halves.ts'

const MODULE = /\/packages\/contract\/src\/[\w-]+\.ts(\?schemas)?$/
const MAKES_SCHEMAS = /from '(zod|\.\/bounded-text\.ts)'/
const OWN = /\/apps\/web\/src\/.*\.tsx?$/

/**
 * Leaves only method, path and access of each call of the contract. The schemas go into a module of their own.
 * Otherwise every screen, and the display, would load zod and the schemas of all its calls.
 */
export function schemasApart(): Plugin {
  return {
    name: 'schemas-apart',
    apply: 'build',
    enforce: 'pre',
    load: {
      filter: { id: MODULE },
      async handler(id) {
        const file = id.replace(SCHEMAS, '')
        const code = await readFile(file, 'utf8')
        if (!MAKES_SCHEMAS.test(code)) return null
        const { own, schemas } = halvesOf(file, code)
        return { code: id === file ? own : schemas, moduleSideEffects: false, map: null }
      },
    },
    transform: {
      filter: { id: OWN, code: '@atalaya/contract/' },
      handler(code, id) {
        const read = shapeReadIn(id, code)
        if (read) this.error(`${read} is not in the client: give the schema a name of its own in the contract`)
      },
    },
  }
}
