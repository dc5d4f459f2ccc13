import path from 'node:path'
import type { Plugin } from 'vite'

const SCRIPT = path.join(import.meta.dirname, 'source-stacks.ts')

/**
 * Makes stack traces of the built program name its sources: imports `source-stacks.ts` first, also in each thread.
 */
export function sourceStacks(): Plugin {
  return {
    name: 'source-stacks',
    enforce: 'pre',
    transform(code, id) {
      // Added to the first line, so that the numbers of the other lines stay.
      return this.getModuleInfo(id)?.isEntry ? { code: `import ${JSON.stringify(SCRIPT)};${code}`, map: null } : null
    },
  }
}
