import { cn } from '#web/lib/looks/cn.ts'

type AvatarProps = { name: string; surname: string; className?: string }

/** First letters of name and surname. */
function initials(name: string, surname: string): string {
  return [name, surname]
    .map((word) => [...word.trim()][0] ?? '')
    .join('')
    .toUpperCase()
}

export function Avatar({ name, surname, className }: AvatarProps) {
  return (
    <span
      aria-hidden
      className={cn(
        'grid size-8 shrink-0 select-none place-items-center rounded-md bg-primary-soft font-semibold text-primary-text text-xs',
        className,
      )}
    >
      {initials(name, surname)}
    </span>
  )
}
