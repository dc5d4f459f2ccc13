import { type ComponentProps, type ComponentType, type KeyboardEvent, useState } from 'react'

type Button = Omit<ComponentProps<'button'>, 'type'>

type LateOverlayProps<P> = Button & {
  kind: 'menu' | 'dialog'
  /** Loads the replacement of the button: the same button with its overlay open. */
  load: () => Promise<ComponentType<P & { button: Button }>>
  /** Props of the replacement, besides its `button`. */
  opened: P
}

/**
 * Button of the first paint with a menu or popover. The code of the overlay is loaded when pointer or focus reach the
 * button. Otherwise a third of the first load would be for overlays that nobody has opened yet.
 */
export function LateOverlay<P extends object>({ kind, load, opened, ...button }: LateOverlayProps<P>) {
  const [Opened, setOpened] = useState<Awaited<ReturnType<typeof load>>>()
  // Ignores a failure: the next press tries again.
  const fetchEarly = () => void load().catch(() => undefined)
  const open = () =>
    void load().then(
      (loaded) => setOpened(() => loaded),
      () => undefined,
    )
  function openByArrow(event: KeyboardEvent) {
    if (kind !== 'menu' || event.key !== 'ArrowDown') return
    event.preventDefault()
    open()
  }
  if (Opened) return <Opened {...opened} button={button} />
  return (
    <button
      type="button"
      aria-haspopup={kind}
      aria-expanded={false}
      onPointerEnter={fetchEarly}
      onFocus={fetchEarly}
      onClick={open}
      onKeyDown={openByArrow}
      {...button}
    />
  )
}
