import { PartyPopper } from 'lucide-react'
import { isBirthday } from '#web/app/shell/birthday.ts'
import { Tooltip } from '#web/components/ui/tooltip.tsx'
import { useFormats } from '#web/lib/formats.ts'
import { cn } from '#web/lib/looks/cn.ts'
import { notify } from '#web/lib/notify.ts'
import { useSession } from '#web/lib/session/session.ts'

/** Confetti, or a quiet message for people who prefer reduced motion. */
async function celebrate() {
  if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return notify('success', 'Many happy returns!')
  const { default: confetti } = await import('canvas-confetti')
  // The library's own worker is a `blob:`, which the Content-Security-Policy refuses.
  const fire = confetti.create(undefined, { resize: true, useWorker: false })
  await fire({ particleCount: 160, ticks: 140, spread: 90, startVelocity: 48, origin: { x: 0.2, y: 0.95 }, angle: 65 })
}

export function BirthdayButton({ isCollapsed }: { isCollapsed: boolean }) {
  const user = useSession()?.user
  const { zone } = useFormats()
  if (!user || !isBirthday(user.birthday, Date.now(), zone)) return null
  const text = `Happy Birthday, ${user.name}!`
  return (
    <Tooltip content={text} side="right" disabled={!isCollapsed}>
      <button
        type="button"
        onClick={celebrate}
        className="flex h-9 items-center gap-2.5 overflow-hidden rounded-md bg-primary-soft px-2 font-medium text-primary-text text-sm hover:bg-primary hover:text-primary-foreground"
      >
        <PartyPopper className="size-4 shrink-0" aria-hidden />
        <span className={cn('truncate', isCollapsed && 'sr-only')}>{text}</span>
      </button>
    </Tooltip>
  )
}
