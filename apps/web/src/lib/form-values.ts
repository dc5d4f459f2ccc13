import type { FormEvent } from 'react'

export type FormValues = Record<string, string>

/** Values of a form by the names of its fields; '' if empty. File inputs have no name here. */
export const valuesIn = (form: HTMLFormElement) => Object.fromEntries(new FormData(form)) as FormValues

/** Handles the submission of a form without leaving the page. */
export const onValues = (use: (values: FormValues) => void) => (event: FormEvent<HTMLFormElement>) => {
  event.preventDefault()
  // A form in a dialog that another form opened must not submit that one, too.
  event.stopPropagation()
  use(valuesIn(event.currentTarget))
}
