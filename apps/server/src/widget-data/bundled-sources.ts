import { existsSync } from 'node:fs'
import { AppError } from '#server/domain/errors.ts'
import type { Catalogue } from '#server/modules/modules.service.ts'
import type { AnySource } from './upstream.ts'

/**
 * Sources of bundled modules. The server half of a module exports its `source`. `filePattern` is the URL of its file,
 * with `*` in place of the id. It is loaded when it is first needed.
 */
export function createBundledSources(filePattern: URL, catalogue: Pick<Catalogue, 'isBundled'>) {
  const loaded = new Map<string, Promise<AnySource>>()

  async function load(file: URL): Promise<AnySource> {
    const { source } = (await import(file.href)) as { source: AnySource }
    return source
  }

  async function find(moduleId: string): Promise<AnySource | null> {
    const file = new URL(filePattern.href.replace('*', moduleId))
    const known = loaded.get(moduleId)
    if (known || !existsSync(file)) return known ?? null
    const source = load(file)
    loaded.set(moduleId, source)
    return source
  }

  return {
    /** The source of a module. @throws AppError not_found if it has none */
    async of(moduleId: string): Promise<AnySource> {
      // A package may have the id of a bundled module, but has no server half.
      const source = catalogue.isBundled(moduleId) ? await find(moduleId) : null
      if (!source) throw new AppError('not_found', 'This module has no data source', { code: 'modules.no_source' })
      return source
    },
  }
}
export type BundledSources = ReturnType<typeof createBundledSources>
