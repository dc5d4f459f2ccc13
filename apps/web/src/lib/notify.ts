/** A short message over the page. Its code is loaded when first needed: the sign-in page has no use for it. */
export async function notify(kind: 'success' | 'error', text: string, description?: string): Promise<void> {
  const { toast } = await import('sonner')
  toast[kind](text, { description: description === text ? undefined : description })
}
