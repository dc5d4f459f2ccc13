import type { Playing } from './now-playing.ts'

/** Picture of the track, or a record if it has none. */
export function Cover({ playing: { cover, album, title }, className }: { playing: Playing; className: string }) {
  const frame = `aspect-square shrink-0 overflow-hidden bg-muted shadow-md ${className}`
  if (cover) return <img src={cover} alt={`Cover of ${album || title}`} className={`${frame} object-cover`} />
  return (
    <svg viewBox="0 0 48 48" className={`${frame} text-muted-foreground`} aria-hidden="true">
      <circle cx="24" cy="24" r="16" className="fill-none stroke-current" strokeWidth="1.5" />
      <circle cx="24" cy="24" r="10.5" className="fill-none stroke-current opacity-50" strokeWidth="1" />
      <circle cx="24" cy="24" r="4.5" className="fill-primary" />
    </svg>
  )
}
