import type { FormEvent } from 'react'

export type FormValues = Record<string, string>

/** Values of a form by the names of its fields; '' if empty. File inputs have no name here. */
export const valuesIn = (form: HTMLFormElement) => Object.fromEntries(new FormData(form)) as FormValues

/** Submit handler that calls `handle` with the form's values; the page is not left. */
export const onValues = (handle: (values: FormValues) => void) => (event: FormEvent<HTMLFormElement>) => {
  event.preventDefault()
  // A form in a dialog that another form opened must not submit that one, too.
  event.stopPropagation()
  handle(valuesIn(event.currentTarget))
}
