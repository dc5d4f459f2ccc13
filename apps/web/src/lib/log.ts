/** Leaves a failed call in the browser's console for developers and passes the failure on. */
export async function logged<T>(what: string, answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    // biome-ignore lint/suspicious/noConsole: the specification wants these failures logged and not shown.
    console.error(what, error)
    throw error
  }
}
