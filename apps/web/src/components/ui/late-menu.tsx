import { type ComponentProps, type ComponentType, type KeyboardEvent, useState } from 'react'

type LateMenuProps<P> = Omit<ComponentProps<'button'>, 'type'> & {
  /** Brings what the menu shows, a `DropdownMenuContent`. */
  loadContent: () => Promise<ComponentType<P>>
  contentProps: P
}

const loadMenu = () => import('#web/components/ui/dropdown-menu.tsx')

type Loaded<P> = { Content: ComponentType<P>; ui: Awaited<ReturnType<typeof loadMenu>> }

/**
 * A button with a menu on a screen's first paint: the menu's code comes when a pointer or the focus reaches the button, and
 * at the first press this button makes way for the menu's own, which looks the same.
 */
export function LateMenu<P extends object>({ loadContent, contentProps, ...button }: LateMenuProps<P>) {
  const [loaded, setLoaded] = useState<Loaded<P>>()

  async function load(): Promise<Loaded<P>> {
    const [Content, ui] = await Promise.all([loadContent(), loadMenu()])
    return { Content, ui }
  }
  // Where it does not come, the next press tries again.
  const fetchEarly = () => void load().catch(() => undefined)
  const open = () => void load().then(setLoaded, () => undefined)
  function openByArrow(event: KeyboardEvent) {
    if (event.key !== 'ArrowDown') return
    event.preventDefault()
    open()
  }

  if (!loaded) {
    return (
      <button
        type="button"
        aria-haspopup="menu"
        aria-expanded={false}
        onPointerEnter={fetchEarly}
        onFocus={fetchEarly}
        onClick={open}
        onKeyDown={openByArrow}
        {...button}
      />
    )
  }
  const { Content, ui } = loaded
  return (
    <ui.DropdownMenu defaultOpen>
      <ui.DropdownMenuTrigger {...button} />
      <Content {...contentProps} />
    </ui.DropdownMenu>
  )
}
