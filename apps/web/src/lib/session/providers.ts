import { parseJson } from '@atalaya/contract/bounded-json'
import type { SignInProvider } from '@atalaya/contract/identities'

/** Providers that the server writes into the page. */
const metaContent = () => document.querySelector<HTMLMetaElement>('meta[name="providers"]')?.content

/** True if the page names providers. Most installations have none and load no code for them. */
export const hasProviders = (): boolean => metaContent() !== undefined

export function readProviders(): SignInProvider[] {
  try {
    return parseJson(metaContent() ?? '[]') as SignInProvider[]
  } catch {
    return []
  }
}

const KEY = 'provider_way'

/**
 * State kept during the visit to a provider: `isOwn` links an account instead of signing in; `from` is the page to
 * return to.
 */
export type ProviderVisit = { isOwn: boolean; from: string }

/** Leaves for a provider's page. */
export function leaveFor(authorizeUrl: string, visit: ProviderVisit) {
  sessionStorage.setItem(KEY, JSON.stringify(visit))
  window.location.assign(authorizeUrl)
}

/** State kept before leaving; the server itself checks that the answer belongs to it. */
export function readVisit(): ProviderVisit {
  try {
    const { isOwn, from } = parseJson(sessionStorage.getItem(KEY) ?? '{}') as Partial<ProviderVisit>
    return { isOwn: isOwn === true, from: typeof from === 'string' ? from : '/' }
  } catch {
    return { isOwn: false, from: '/' }
  }
}
