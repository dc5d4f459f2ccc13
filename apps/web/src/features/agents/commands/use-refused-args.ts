import { type RefObject, useEffect } from 'react'
import { issuesOf } from '#web/lib/calls/api-failure.ts'

/** Reason why the server refused the arguments' JSON, if `error` names them. Focuses the JSON field in `container`. */
export function useRefusedArgs(error: Error | null, container: RefObject<HTMLElement | null>): string | undefined {
  const refusal = issuesOf(error).find(({ path }) => path === 'args')?.message
  useEffect(() => {
    if (refusal) container.current?.querySelector('textarea')?.focus()
  }, [refusal, container])
  return refusal
}
