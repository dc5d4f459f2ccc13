import { RadioGroup as Radix } from 'radix-ui'
import type { ComponentProps, FocusEvent } from 'react'

export const RadioGroup = Radix.Root

/**
 * A choice of a `RadioGroup`. Chosen when the focus comes from another choice, which only an arrow key does: Radix
 * chooses only while the key is down, and misses short presses on a busy machine.
 */
export function RadioItem(props: ComponentProps<typeof Radix.Item>) {
  return <Radix.Item onFocus={chooseByArrow} {...props} />
}

function chooseByArrow(event: FocusEvent<HTMLButtonElement>): void {
  const { currentTarget, relatedTarget } = event
  const group = currentTarget.closest('[role=radiogroup]')
  if (relatedTarget?.getAttribute('role') !== 'radio' || !group?.contains(relatedTarget)) return
  event.preventDefault()
  currentTarget.click()
}
