import type { WidgetConfig } from '@atalaya/contract/dashboard'
import type { Position } from '@atalaya/contract/grid'
import { useMutation } from '@tanstack/react-query'
import { useRecentModules } from '#web/components/catalogue/recent-modules.tsx'

type Chosen = {
  pageId: string
  moduleId: string
  config: WidgetConfig
  /** Place for a size smaller than the module's own. Without it the server finds a place for that size. */
  position?: Position
}

/** Puts a module on a page; provided by the boards. Rejects with the reason. */
export type Install = (chosen: Chosen) => Promise<unknown>

/** Puts a module on a page and remembers it as recently used. */
export function useAdding(install: Install, onAdded: (pageId: string) => void) {
  const { addRecent } = useRecentModules()
  return useMutation({
    mutationFn: install,
    onSuccess(_answer, { pageId, moduleId }) {
      addRecent(moduleId)
      onAdded(pageId)
    },
    meta: { error: false },
  })
}
export type Adding = ReturnType<typeof useAdding>
