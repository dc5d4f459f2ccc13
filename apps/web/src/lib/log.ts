import { ApiError } from '#web/lib/api-error.ts'

/** Leaves a failed call in the browser's console for developers and passes the failure on. */
export async function logged<T>(what: string, answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    // An aborted call is no failure: nobody wants its answer any more.
    // biome-ignore lint/suspicious/noConsole: these failures are logged and not shown.
    if (error instanceof ApiError) console.error(what, error)
    throw error
  }
}
