import type { ModuleMeta } from '@atalaya/contract/modules'
import { Button } from '#web/components/ui/button.tsx'
import { usePreferences } from '#web/lib/preferences.ts'
import { useStable } from '#web/lib/use-stable.ts'

const KEPT_MAX = 6

/** Modules that the person recently put on a page, and a function that adds one. */
export function useRecentModules() {
  const { preferences, isPending, keep } = usePreferences()
  const used = preferences.usedModules ?? []
  const addRecent = useStable((id: string) => {
    if (used[0] !== id) keep({ usedModules: [id, ...used.filter((other) => other !== id)].slice(0, KEPT_MAX) })
  })
  return { used, isPending, addRecent }
}

type RecentModulesProps = {
  modules: readonly ModuleMeta[]
  used: readonly string[]
  onAdd: (module: ModuleMeta) => void
}

/** Shortcuts to recently used modules; nothing if there are none. */
export function RecentModules({ modules, used, onAdd }: RecentModulesProps) {
  const recent = used.flatMap((id) => modules.find((module) => module.id === id) ?? [])
  if (recent.length === 0) return null
  return (
    <section aria-label="Recently used" className="flex flex-wrap items-center gap-1.5">
      <h3 className="mr-1 font-medium text-muted-foreground text-sm">Recently used</h3>
      {recent.map((module) => (
        <Button key={module.id} variant="secondary" size="sm" className="max-w-full" onClick={() => onAdd(module)}>
          <span className="truncate">{module.name}</span>
        </Button>
      ))}
    </section>
  )
}
