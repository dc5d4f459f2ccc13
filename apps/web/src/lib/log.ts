import { ApiError } from '#web/lib/calls/api-error.ts'

/** Logs a failed call to the console for developers, and rethrows it. */
export async function logFailure<T>(label: string, answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    // An aborted call is no failure: nobody waits for it.
    // biome-ignore lint/suspicious/noConsole: these failures are logged and not shown.
    if (error instanceof ApiError) console.error(label, error)
    throw error
  }
}
