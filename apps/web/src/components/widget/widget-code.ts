import type { InstalledMeta } from '@atalaya/contract/modules'
import type { ModuleDefinition } from '@atalaya/module-sdk'
import { queryOptions } from '@tanstack/react-query'
import { NotLoaded } from '#web/components/widget/not-loaded.ts'
import { reloadForNewVersion } from '#web/lib/missing-code.ts'

/** Every folder of modules/ is one module, a chunk of its own; there is no list to add it to. */
const entries = import.meta.glob<{ default: ModuleDefinition }>('../../../../../modules/*/src/index.tsx')
const byId = new Map(Object.entries(entries).map(([path, load]) => [path.split('/').at(-3), load]))

/** @throws NotLoaded where the code can't be fetched. */
async function fetched<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (cause) {
    void reloadForNewVersion()
    throw new NotLoaded('This module could not be loaded.', { cause })
  }
}

const onceLoaded = { staleTime: 'static', gcTime: Number.POSITIVE_INFINITY, retry: false } as const

/** A bundled module's code, loaded once. Fails where the product has no such module, or its chunk can't be fetched. */
export const bundledModule = (meta: InstalledMeta) =>
  queryOptions({
    ...onceLoaded,
    queryKey: ['module-code', meta.id],
    queryFn: async () => {
      const load = byId.get(meta.id)
      if (!load) throw new Error(`No se encontró el entry ${meta.entry}`)
      return (await fetched(load)).default
    },
  })

/** What a module from a package runs in, with the schemas for what it says: boards without one do without. */
export const sandboxCode = queryOptions({
  ...onceLoaded,
  queryKey: ['sandbox-code'],
  queryFn: async () => (await fetched(() => import('#web/components/widget/sandboxed.tsx'))).Sandboxed,
})
