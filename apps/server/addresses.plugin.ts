import { globSync } from 'node:fs'
import path from 'node:path'
import type { Plugin } from 'vite'

const dist = path.join(import.meta.dirname, 'dist')

/**
 * URL of a script that becomes a file of its own in the build: a thread's script (`./sqlite-worker.ts`), or a glob of
 * scripts that are imported on demand (`./migrations/*.ts`). Matches single quotes only.
 */
const SCRIPT = /new URL\('(\.[^']+)\.ts', import\.meta\.url\)/g
/**
 * Every other `import.meta.url`, used for files that are not built, such as a module's folder. Runs after SCRIPT's
 * replacement, whose results end in `.js', import.meta.url`.
 */
const ADDRESS = /(?<!\.js', )import\.meta\.url/g

const withSlashes = (file: string) => file.split(path.sep).join('/')
/** `../../modules/weather/server` becomes `modules-weather-server`. */
const builtNameOf = (file: string) => file.replace(/^[./]+/, '').replaceAll('/', '-')

/**
 * Keeps URLs valid in the built program. There `import.meta.url` still gives the URL of the source file, so that
 * relative paths keep working. A script named by `new URL('./name.ts', import.meta.url)` is built, too, and its URL
 * leads to the built file.
 */
export function addresses(): Plugin {
  return {
    name: 'addresses',
    // Runs before the step that strips types: that step changes quotes, and SCRIPT matches single quotes only.
    enforce: 'pre',
    transform: {
      filter: { id: { exclude: /node_modules/ }, code: 'import.meta.url' },
      handler(code, id) {
        const folder = path.dirname(id)
        const toBuilt = (_all: string, script: string) => {
          for (const file of globSync(`${script}.ts`, { cwd: folder })) {
            const name = withSlashes(file).slice(0, -'.ts'.length)
            this.emitFile({ type: 'chunk', id: path.join(folder, file), fileName: `${builtNameOf(name)}.js` })
          }
          return `new URL('./${builtNameOf(script)}.js', import.meta.url)`
        }
        const toSource = `new URL('${withSlashes(path.relative(dist, id))}', import.meta.url).href`
        return { code: code.replaceAll(SCRIPT, toBuilt).replaceAll(ADDRESS, toSource), map: null }
      },
    },
  }
}
