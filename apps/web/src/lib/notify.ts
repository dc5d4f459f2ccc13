import { setAttended } from '#web/lib/attended.ts'

const toaster = Promise.withResolvers<void>()

/** Called by the toaster once it listens: messages sent before would be lost. */
export const setToasterReady = () => toaster.resolve()

/** Further text of a message, and a button. */
type More = { description?: string; action?: { label: string; onClick: () => void } }

/** Shows a short message over the page. The code for it is loaded when a person is present, or when first needed. */
export async function notify(kind: 'success' | 'error', text: string, more: More = {}): Promise<void> {
  setAttended()
  const [{ toast }] = await Promise.all([import('sonner'), toaster.promise])
  const { description, action } = more
  // The same id shows the same error once, even if it comes from several places.
  const id = kind === 'error' ? `${text} ${description}` : undefined
  toast[kind](text, { id, action, description: description === text ? undefined : description })
}
