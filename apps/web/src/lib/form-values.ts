import type { FormEvent } from 'react'

export type FormValues = Record<string, string>

/** What is filled in, by the names of the fields; '' where nothing is. Fields for files have no name. */
export const valuesIn = (form: HTMLFormElement) => Object.fromEntries(new FormData(form)) as FormValues

/** Hears a form that is submitted, without the browser leaving the page. */
export const onValues = (use: (values: FormValues) => void) => (event: FormEvent<HTMLFormElement>) => {
  event.preventDefault()
  // A form in a dialog that another form has opened must not submit that one too.
  event.stopPropagation()
  use(valuesIn(event.currentTarget))
}
