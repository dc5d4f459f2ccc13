import { type RefObject, useEffect } from 'react'
import { issuesOf } from '#web/lib/calls/api-failure.ts'

/** Reason why the server refused the arguments' JSON, if `error` names them. Focuses the text field in `place`. */
export function useRefusedArgs(error: Error | null, place: RefObject<HTMLElement | null>): string | undefined {
  const refusal = issuesOf(error).find(({ path }) => path === 'args')?.message
  useEffect(() => {
    if (refusal) place.current?.querySelector('textarea')?.focus()
  }, [refusal, place])
  return refusal
}
