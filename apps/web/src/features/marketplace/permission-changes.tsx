import { Check, type LucideIcon, Minus, Plus } from 'lucide-react'
import type { PermissionChange } from '#web/components/catalogue/permissions.ts'

const looks: Record<PermissionChange['kind'], { icon: LucideIcon; word: string; color: string }> = {
  new: { icon: Plus, word: 'New', color: 'bg-warning-soft text-warning-text' },
  kept: { icon: Check, word: 'As before', color: 'bg-muted text-foreground' },
  gone: { icon: Minus, word: 'No longer', color: 'bg-success-soft text-success-text' },
}

export function PermissionChanges({ changes }: { changes: readonly PermissionChange[] }) {
  if (changes.length === 0) return <p className="text-sm">Nothing: it only draws in its own cell.</p>
  return (
    <ul className="grid gap-1.5" aria-label="Permissions">
      {changes.map(({ text, kind }) => {
        const { icon: Icon, word, color } = looks[kind]
        return (
          <li key={text} className={`flex items-start gap-2 rounded-md px-2.5 py-1.5 text-sm ${color}`}>
            <Icon className="mt-0.5 size-4 shrink-0" aria-hidden />
            <span className="min-w-0 flex-1 break-words">{text}</span>
            <span className="shrink-0 text-xs">{word}</span>
          </li>
        )
      })}
    </ul>
  )
}
