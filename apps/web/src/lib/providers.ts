import { parseJson } from '@atalaya/contract/bounded-json'
import type { SignInProvider } from '@atalaya/contract/identities'

/** What the server puts into the page where people can sign in by providers. */
const given = () => document.querySelector<HTMLMetaElement>('meta[name="providers"]')?.content

/** Whether there are any: most installations have none, and load nothing for them. */
export const hasProviders = (): boolean => given() !== undefined

export function readProviders(): SignInProvider[] {
  try {
    return parseJson(given() ?? '[]') as SignInProvider[]
  } catch {
    return []
  }
}

const KEY = 'provider_way'

/** Somebody on the way to a provider and back: as who is signed in, or to sign in; and where they were going. */
export type Way = { isOwn: boolean; from: string }

/** Leaves for a provider's page. */
export function leaveFor(authorizeUrl: string, way: Way) {
  sessionStorage.setItem(KEY, JSON.stringify(way))
  window.location.assign(authorizeUrl)
}

/** What was noted before; the server knows by itself whether the answer belongs to it. */
export function readWay(): Way {
  try {
    const { isOwn, from } = parseJson(sessionStorage.getItem(KEY) ?? '{}') as Partial<Way>
    return { isOwn: isOwn === true, from: typeof from === 'string' ? from : '/' }
  } catch {
    return { isOwn: false, from: '/' }
  }
}
