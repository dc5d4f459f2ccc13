import { type FormEvent, useRef, useState } from 'react'
import type { z } from 'zod'
import { issuesOf } from '#web/lib/api-failure.ts'
import { valuesIn } from '#web/lib/form-values.ts'

type Fault = { path: PropertyKey | undefined; message: string }

/** The first fault of each field. */
const byField = (faults: Fault[]): Record<string, string> =>
  Object.fromEntries(faults.toReversed().map(({ path, message }) => [String(path), message]))

/**
 * A form that is judged by a schema, usually the contract's: what is wrong stands beside the fields, the first of them
 * gets the focus, and from then on every change is judged. Fields are the browser's own, found by their `name`.
 */
export function useForm<S extends z.ZodType>(schema: S, onValid: (values: z.output<S>) => void) {
  const ref = useRef<HTMLFormElement>(null)
  const [wasSent, setWasSent] = useState(false)
  const [faults, setFaults] = useState<Record<string, string>>({})
  const [refusal, setRefusal] = useState<string>()

  function judge(form: HTMLFormElement) {
    const { data, error } = schema.safeParse(valuesIn(form))
    const found = byField(error?.issues.map(({ path, message }) => ({ path: path[0], message })) ?? [])
    setFaults(found)
    setRefusal(undefined)
    return { data, found }
  }

  return {
    /** What is wrong with each field, by its name. */
    faults,
    /** Why the server refused it all. */
    refusal,
    /** Shows why the server refused: beside the fields that it names, else as a whole. */
    refuse(error: Error) {
      const named = issuesOf(error).filter(({ path }) => ref.current?.elements.namedItem(path))
      setFaults(byField(named))
      setRefusal(named.length === 0 ? error.message : undefined)
    },
    /** Empties the form. */
    reset() {
      ref.current?.reset()
      setWasSent(false)
    },
    props: {
      ref,
      noValidate: true,
      onInput: ({ currentTarget }: FormEvent<HTMLFormElement>) => void (wasSent && judge(currentTarget)),
      onSubmit(event: FormEvent<HTMLFormElement>) {
        event.preventDefault()
        event.stopPropagation()
        setWasSent(true)
        const { data, found } = judge(event.currentTarget)
        if (data !== undefined) return onValid(data)
        const [first] = [...event.currentTarget.elements].filter((field) => (field.getAttribute('name') ?? '') in found)
        if (first instanceof HTMLElement) first.focus()
      },
    },
  }
}
