import type { ColourTheme } from '@atalaya/contract/themes'
import { useMutation } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { AddThemeDialog } from '#web/app/settings/add-theme-dialog.tsx'
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { removeTheme } from '#web/lib/themes.ts'

/** For administrators: themes that were added for everybody. */
export function AddedThemes({ themes }: { themes: readonly ColourTheme[] }) {
  const [isAdding, setAdding] = useState(false)
  const [themeToRemove, setThemeToRemove] = useState<ColourTheme | null>(null)
  const added = themes.filter(({ isAdded }) => isAdded)
  return (
    <section aria-labelledby="added-themes" className="grid gap-2 border-t pt-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <div>
          <h3 id="added-themes" className="font-medium text-sm">
            Added for everybody
          </h3>
          <p className="text-muted-foreground text-sm">A theme is a small file with colours, checked for contrast.</p>
        </div>
        <Button variant="secondary" size="sm" onClick={() => setAdding(true)}>
          <Plus aria-hidden />
          Add theme
        </Button>
      </div>
      {added.length > 0 && (
        <ul className="divide-y rounded-lg border">
          {added.map((theme) => (
            <li key={theme.id} className="flex items-center gap-3 py-2 pr-2 pl-3 text-sm">
              <span className="min-w-0 flex-1">
                <span className="block truncate">{theme.name}</span>
                <span className="block truncate text-muted-foreground text-xs">
                  {[theme.version, theme.author].filter(Boolean).join(' · ')}
                </span>
              </span>
              <Button
                variant="ghost"
                size="sm"
                aria-label={`Remove ${theme.name}`}
                onClick={() => setThemeToRemove(theme)}
              >
                Remove
              </Button>
            </li>
          ))}
        </ul>
      )}
      {isAdding && <AddThemeDialog onClose={() => setAdding(false)} />}
      {themeToRemove && <RemoveDialog theme={themeToRemove} onClose={() => setThemeToRemove(null)} />}
    </section>
  )
}

function RemoveDialog({ theme, onClose }: { theme: ColourTheme; onClose: () => void }) {
  const { mutate, isPending, error } = useMutation(removeTheme)
  return (
    <ConfirmDialog
      title={`Remove ${theme.name}?`}
      description="People and displays that use it get the colours of Atalaya at once. Their choice is kept, and holds again if the theme comes back."
      confirmText="Remove"
      busyText="Removing..."
      isDestructive
      isBusy={isPending}
      error={error?.message}
      onConfirm={() => mutate(theme.id, { onSuccess: onClose })}
      onClose={onClose}
    />
  )
}
