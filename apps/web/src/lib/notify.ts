import { attend } from '#web/lib/attended.ts'

const toaster = Promise.withResolvers<void>()

/** Said by the toaster once it listens: what is said before would be lost. */
export const noteToaster = () => toaster.resolve()

/** What else a message says, and where it leads. */
type More = { description?: string; action?: { label: string; onClick: () => void } }

/** A short message over the page. Its code is loaded when somebody is there, or when it is first needed. */
export async function notify(kind: 'success' | 'error', text: string, more: More = {}): Promise<void> {
  attend()
  const [{ toast }] = await Promise.all([import('sonner'), toaster.promise])
  const { description, action } = more
  // What went wrong in one way in several places, or again meanwhile, is said once.
  const id = kind === 'error' ? `${text} ${description}` : undefined
  toast[kind](text, { id, action, description: description === text ? undefined : description })
}
