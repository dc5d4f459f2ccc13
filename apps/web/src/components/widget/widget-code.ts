import type { InstalledMeta } from '@atalaya/contract/modules'
import type { ModuleDefinition } from '@atalaya/module-sdk'
import { queryOptions } from '@tanstack/react-query'
import { NotLoaded } from '#web/components/widget/not-loaded.ts'
import { reloadForNewVersion } from '#web/lib/session/missing-code.ts'

/** Each folder of modules/ is one module with a chunk of its own; there is no list to extend. */
const entries = import.meta.glob<{ default: ModuleDefinition }>('../../../../../modules/*/src/index.tsx')
const byId = new Map(Object.entries(entries).map(([path, load]) => [path.split('/').at(-3), load]))

/** @throws NotLoaded if the code can't be fetched */
async function fetchCode<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (cause) {
    void reloadForNewVersion()
    throw new NotLoaded('This module could not be loaded.', { cause })
  }
}

const onceLoaded = { staleTime: 'static', gcTime: Number.POSITIVE_INFINITY, retry: false } as const

/** Code of a bundled module, loaded once. Fails if there is no such module, or its chunk can't be fetched. */
export const bundledModule = (meta: InstalledMeta) =>
  queryOptions({
    ...onceLoaded,
    queryKey: ['module-code', meta.id],
    queryFn: async () => {
      const load = byId.get(meta.id)
      if (!load) throw new Error(`No se encontró el entry ${meta.entry}`)
      return (await fetchCode(load)).default
    },
  })

/** Code that runs a module from a package, with the schemas of its messages. Boards without one don't load it. */
export const sandboxCode = queryOptions({
  ...onceLoaded,
  queryKey: ['sandbox-code'],
  queryFn: async () => (await fetchCode(() => import('#web/components/widget/sandboxed.tsx'))).Sandboxed,
})
