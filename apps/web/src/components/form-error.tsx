import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Alert } from '#web/components/ui/alert.tsx'

/** What is chosen by a click, and tells no change of its own. */
const CHOICES = '[role=checkbox], [role=switch], [role=radio]'

/** Why a form could not be sent. Goes as soon as something in the form or dialog around it is changed. */
export function FormError({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  const [isOld, setOld] = useState(false)
  useEffect(() => {
    const form = place.current?.closest('form, [role=dialog]')
    const age = () => setOld(true)
    const ageByChoice = ({ target }: Event) => target instanceof Element && target.closest(CHOICES) && age()
    const renew = () => setOld(false)
    const heard = [
      ['input', age],
      ['change', age],
      ['click', ageByChoice],
      ['submit', renew],
    ] as const
    for (const [type, listener] of heard) form?.addEventListener(type, listener)
    return () => {
      for (const [type, listener] of heard) form?.removeEventListener(type, listener)
    }
  }, [])
  return (
    <div ref={place} hidden={isOld}>
      {!isOld && <Alert>{children}</Alert>}
    </div>
  )
}
