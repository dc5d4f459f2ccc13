import { type FocusEvent, type FormEvent, useRef, useState } from 'react'
import type { z } from 'zod'
import { issuesOf } from '#web/lib/calls/api-failure.ts'
import { valuesIn } from '#web/lib/form-values.ts'
import { useTypedFields } from '#web/lib/typed-fields.ts'

type FieldError = { path: PropertyKey | undefined; message: string }
type FieldErrors = Record<string, string>

/** First error of each field. */
const byField = (errors: FieldError[]): FieldErrors =>
  Object.fromEntries(errors.toReversed().map(({ path, message }) => [String(path), message]))

const issuesIn = (errors: Record<string, string | undefined>) =>
  Object.entries(errors).flatMap(([path, message]) => (message === undefined ? [] : [{ path, message }]))

const isField = (element: Element) => element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement
const fieldsOf = (form: HTMLFormElement) => [...form.elements].filter(isField)

/** True from `minLength` on: an error shown now does not go away by typing more. */
const isLongEnough = (field: EventTarget): field is HTMLInputElement =>
  field instanceof HTMLInputElement && field.minLength > 0 && field.value.length >= field.minLength

/**
 * A form validated by a schema, usually the contract's, and by `checkFurther` for rules that no schema can express.
 * Errors are shown beside the fields. A field is validated when another one is focused, or once it has its `minLength`.
 * Submitting validates all and focuses the first invalid field; from then on every change is validated. Fields are
 * native ones, found by `name`.
 */
export function useForm<S extends z.ZodType>(
  schema: S,
  onValid: (values: z.output<S>) => void,
  checkFurther: (values: z.input<S>) => Record<string, string | undefined> = () => ({}),
) {
  const ref = useRef<HTMLFormElement>(null)
  const { handlers, isChanged, startOver } = useTypedFields()
  /** Fields whose errors are shown. */
  const shownFields = useRef<Set<string> | 'all'>(new Set())
  const [errors, setErrors] = useState<FieldErrors>({})
  const [refusal, setRefusal] = useState<string>()

  /** Validates all fields, and updates the shown errors. `found` has the first error of each invalid field. */
  function validate(form: HTMLFormElement) {
    const values = valuesIn(form)
    const { data, error } = schema.safeParse(values)
    const issues = error?.issues.map(({ path, message }) => ({ path: path[0], message })) ?? []
    const found = byField([...issues, ...issuesIn(checkFurther(values as z.input<S>))])
    const names = shownFields.current
    setErrors(names === 'all' ? found : Object.fromEntries(Object.entries(found).filter(([name]) => names.has(name))))
    setRefusal(undefined)
    return { data, found }
  }

  return {
    /** Errors by name of field. */
    errors,
    /** Reason why the server refused the form as a whole. */
    refusal,
    /** Shows the server's refusal: beside the fields that it names, else as a whole. */
    refuse(error: Error) {
      const named = issuesOf(error).filter(({ path }) => ref.current?.elements.namedItem(path))
      setErrors(byField(named))
      setRefusal(named.length === 0 ? error.message : undefined)
    },
    /** True if there is input that is not saved. */
    isChanged,
    /** Marks the input as saved; the form starts over with it. */
    markSaved() {
      startOver()
      shownFields.current = new Set()
    },
    /** Empties the form. */
    reset() {
      ref.current?.reset()
      startOver()
      shownFields.current = new Set()
    },
    props: {
      ...handlers,
      ref,
      noValidate: true,
      onFocus({ currentTarget, target }: FocusEvent<HTMLFormElement>) {
        const focused: Element = target
        // A press of a link or button shows no error: the message would move it away from under the pointer.
        if (shownFields.current === 'all' || !isField(focused)) return
        const leftFields = fieldsOf(currentTarget).filter((field) => field !== focused && field.value !== '')
        for (const { name } of leftFields) shownFields.current.add(name)
        if (leftFields.length > 0) validate(currentTarget)
      },
      onInput({ currentTarget, target }: FormEvent<HTMLFormElement>) {
        if (shownFields.current !== 'all' && isLongEnough(target)) shownFields.current.add(target.name)
        if (shownFields.current === 'all' || shownFields.current.size > 0) validate(currentTarget)
      },
      onSubmit(event: FormEvent<HTMLFormElement>) {
        event.preventDefault()
        event.stopPropagation()
        shownFields.current = 'all'
        const { data, found } = validate(event.currentTarget)
        if (data !== undefined && Object.keys(found).length === 0) return onValid(data)
        const [first] = [...event.currentTarget.elements].filter((field) => (field.getAttribute('name') ?? '') in found)
        if (first instanceof HTMLElement) first.focus()
      },
    },
  }
}
