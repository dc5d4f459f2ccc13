import { type ComponentProps, type ComponentType, type KeyboardEvent, useState } from 'react'

type Button = Omit<ComponentProps<'button'>, 'type'>

type LateOverlayProps<P> = Button & {
  kind: 'menu' | 'dialog'
  /** Brings what takes the button's place when it is first pressed: the same button, with its overlay open. */
  load: () => Promise<ComponentType<P & { button: Button }>>
  opened: P
}

/**
 * A button of a screen's first paint with a menu or a popover, whose code comes when a pointer or the focus reaches the
 * button: a third of what such a screen needs at first would be for what nobody has opened yet.
 */
export function LateOverlay<P extends object>({ kind, load, opened, ...button }: LateOverlayProps<P>) {
  const [Opened, setOpened] = useState<Awaited<ReturnType<typeof load>>>()
  // Where it does not come, the next press tries again.
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
