/** A row of the form. */
export type LinkRow = { name: string; url: string; icon?: string; color?: string }
export type LinksConfig = { links?: LinkRow[]; status?: boolean }

/** Result for an address; `status` and `ms` are null without an answer. */
export type Check = { url: string; isUp: boolean; status: number | null; ms: number | null }
export type Checks = { checks: Check[] }

/** An address of the web in one spelling; null for any other, such as `javascript:`. */
export function webAddress(text: string): string | null {
  if (!URL.canParse(text)) return null
  const { protocol, href } = new URL(text)
  return protocol === 'http:' || protocol === 'https:' ? href : null
}
