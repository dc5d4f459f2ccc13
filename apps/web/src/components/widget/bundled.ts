import type { InstalledMeta } from '@atalaya/contract/modules'
import type { ModuleDefinition } from '@atalaya/module-sdk'
import { queryOptions } from '@tanstack/react-query'
import { NotLoaded } from '#web/components/widget/not-loaded.ts'
import { reloadForNewVersion } from '#web/lib/missing-code.ts'

/** Every folder of modules/ is one module, a chunk of its own; there is no list to add it to. */
const entries = import.meta.glob<{ default: ModuleDefinition }>('../../../../../modules/*/src/index.tsx')
const byId = new Map(Object.entries(entries).map(([path, load]) => [path.split('/').at(-3), load]))

/** A bundled module's code, loaded once. Fails where the product has no such module, or its chunk can't be fetched. */
export const bundledModule = (meta: InstalledMeta) =>
  queryOptions({
    queryKey: ['module-code', meta.id],
    queryFn: async () => {
      const load = byId.get(meta.id)
      if (!load) throw new Error(`No se encontró el entry ${meta.entry}`)
      try {
        return (await load()).default
      } catch (cause) {
        void reloadForNewVersion()
        throw new NotLoaded('This module could not be loaded.', { cause })
      }
    },
    staleTime: 'static',
    gcTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
