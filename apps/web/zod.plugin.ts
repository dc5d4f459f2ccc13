import { readFile } from 'node:fs/promises'
import type { Plugin } from 'vite'

const FILES = /\/zod\/v4\/core\/(json-schema-processors|to-json-schema)\.js$/
const EXPORTED = /^export (?:const|function) (\w+)/gm

/**
 * Leaves out what zod needs to write schemas as JSON Schema: every schema refers to it, so that a fifth of the library
 * comes along unused. The server writes the API's description, with zod as it is.
 */
export function withoutJsonSchema(): Plugin {
  return {
    name: 'without-json-schema',
    apply: 'build',
    load: {
      filter: { id: FILES },
      async handler(id) {
        const names = [...(await readFile(id, 'utf8')).matchAll(EXPORTED)].map(([, name]) => name)
        if (names.length === 0) this.error(`${id} is not what it was: it exports nothing.`)
        return `const none = () => undefined\nexport { ${names.map((name) => `none as ${name}`).join(', ')} }`
      },
    },
  }
}

const CONFIG = /\/zod\/v4\/core\/core\.js$/
const EMPTY = '__zod_globalConfig = {}'

/** Keeps zod from trying to compile code: the Content-Security-Policy forbids that, and browsers report it. */
export function withoutCompiling(): Plugin {
  return {
    name: 'without-compiling',
    apply: 'build',
    transform: {
      filter: { id: CONFIG },
      handler(code) {
        if (!code.includes(EMPTY)) this.error('zod keeps its settings elsewhere now.')
        return code.replace(EMPTY, '__zod_globalConfig = { jitless: true }')
      },
    },
  }
}
