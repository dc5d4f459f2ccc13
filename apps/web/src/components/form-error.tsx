import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Alert } from '#web/components/ui/alert.tsx'

/**
 * Controls on which a click is a change or another try: they fire no input event. `data-way` marks another way to the
 * same end.
 */
const CLICK_CHANGES = '[role=checkbox], [role=switch], [role=radio], [data-way]'
/** Areas whose changes clear an error, widest first; `data-ways` surrounds several ways to one end. */
const AREAS = ['[data-ways]', '[role=dialog], [role=alertdialog]', 'form']

/** Error of a form or dialog. Disappears when anything in it is changed, or another way is tried. */
export function FormError({ children }: { children: ReactNode }) {
  const container = useRef<HTMLDivElement>(null)
  const [isOutdated, setOutdated] = useState(false)
  // A different message is a new error.
  const [lastShown, setLastShown] = useState(children)
  if (lastShown !== children) {
    setLastShown(children)
    if (typeof children === 'string') setOutdated(false)
  }
  useEffect(() => {
    const area = AREAS.map((selector) => container.current?.closest(selector)).find(Boolean)
    const hide = () => setOutdated(true)
    const hideByClick = ({ target }: Event) => target instanceof Element && target.closest(CLICK_CHANGES) && hide()
    let timer: ReturnType<typeof setTimeout> | undefined
    // A submission shows the error of its form again, and hides that of another one. It waits for the handler,
    // which may remove the error: an old one must not be announced once more.
    const onSubmit = ({ target }: Event) => {
      timer = setTimeout(() => setOutdated(target instanceof Node && !target.contains(container.current)))
    }
    const listeners = [
      ['input', hide],
      ['change', hide],
      ['click', hideByClick],
      ['submit', onSubmit],
    ] as const
    for (const [type, listener] of listeners) area?.addEventListener(type, listener)
    return () => {
      clearTimeout(timer)
      for (const [type, listener] of listeners) area?.removeEventListener(type, listener)
    }
  }, [])
  return (
    <div ref={container} hidden={isOutdated}>
      {!isOutdated && <Alert>{children}</Alert>}
    </div>
  )
}
