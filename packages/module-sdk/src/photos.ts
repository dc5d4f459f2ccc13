import { useContext, useMemo } from 'react'
import { HostContext, type PhotoStore } from './host.ts'

/** Photos that people upload for this widget; for bundled modules. `module.json` must ask for them. */
export function usePhotos(): PhotoStore {
  const open = useContext(HostContext)?.photos
  if (!open) throw new Error('Only bundled modules keep photos')
  return useMemo(
    () => ({
      list: async () => (await open()).list(),
      read: async (id) => (await open()).read(id),
      add: async (jpeg) => (await open()).add(jpeg),
      move: async (id, before) => (await open()).move(id, before),
      remove: async (id) => (await open()).remove(id),
    }),
    [open],
  )
}
export type { PhotoStore } from './host.ts'
