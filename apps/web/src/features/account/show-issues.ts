import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form'
import { issuesOf } from '#web/lib/api-failure.ts'

/** Puts what the server says about single fields beside them; what is about no field stands under the form. */
export function showIssues<T extends FieldValues>(setError: UseFormSetError<T>, fields: readonly FieldPath<T>[]) {
  return (error: Error) => {
    const issues = issuesOf(error)
    const known = fields.flatMap((field) =>
      issues.filter(({ path }) => path === field).map((issue) => ({ field, issue })),
    )
    for (const { field, issue } of known) setError(field, { message: issue.message })
    if (known.length === 0) setError('root', { message: error.message })
  }
}
