import { globSync } from 'node:fs'
import path from 'node:path'
import type { Plugin } from 'vite'

const dist = path.join(import.meta.dirname, 'dist')

/** Address of a script that is built, too. A thread runs it; or a star names several, which are imported by name. */
const SCRIPT = /new URL\('(\.[^']+)\.ts', import\.meta\.url\)/g
/** All other uses of `import.meta.url`. They lead to files that are not built, such as a module's folder. */
const ADDRESS = /(?<!\.js', )import\.meta\.url/g

const withSlashes = (file: string) => file.split(path.sep).join('/')
/** `../../modules/weather/server` is `modules-weather-server`. */
const builtNameOf = (file: string) => file.replace(/^[./]+/, '').replaceAll('/', '-')

/**
 * Keeps addresses valid in the built program. `import.meta.url` stays that of the source. A script named by `new
 * URL('./name.ts', import.meta.url)` is built, too, and the address leads to the built one.
 */
export function addresses(): Plugin {
  return {
    name: 'addresses',
    // Runs before the step that strips types, as that changes quotes, too.
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
