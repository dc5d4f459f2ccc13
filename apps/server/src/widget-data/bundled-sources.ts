import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { AnySource } from './upstream.ts'

const FILE = 'server.ts'

/** The sources of a folder of modules: `server.ts` of a module exports its `source`; loaded when it is first needed. */
export function createBundledSources(folder: string) {
  const loaded = new Map<string, Promise<AnySource>>()

  async function load(file: string): Promise<AnySource> {
    const { source } = (await import(pathToFileURL(file).href)) as { source: AnySource }
    return source
  }

  return {
    /** Null where the module has none. */
    async find(moduleId: string): Promise<AnySource | null> {
      const file = join(folder, moduleId, FILE)
      const known = loaded.get(moduleId)
      if (known || !existsSync(file)) return known ?? null
      const source = load(file)
      loaded.set(moduleId, source)
      return source
    },
  }
}
export type BundledSources = ReturnType<typeof createBundledSources>
