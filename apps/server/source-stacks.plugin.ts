import path from 'node:path'
import type { Plugin } from 'vite'

const FIRST = path.join(import.meta.dirname, 'source-stacks.ts')

/**
 * Lets stacks of the built program name its sources: `source-stacks.ts` comes first in it and in each of its threads.
 */
export function sourceStacks(): Plugin {
  return {
    name: 'source-stacks',
    enforce: 'pre',
    transform(code, id) {
      // On the first line, so that no line moves.
      return this.getModuleInfo(id)?.isEntry ? { code: `import ${JSON.stringify(FIRST)};${code}`, map: null } : null
    },
  }
}
