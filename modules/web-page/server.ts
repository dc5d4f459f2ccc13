import { definePoll, type NetAnswer, SourceError, type Tools } from '@atalaya/module-sdk/server'
import { blockingHeader } from './frame-policy.ts'

const INTERVAL_MS = 10 * 60_000
/** Bound of the body; only the headers matter. */
const BODY_MAX = 2 * 1024 * 1024
const FIRST_BAD_STATUS = 400

type Config = { address?: string }

export type FramedPage = {
  address: string
  /** Path on this server of the page that holds the iframe. */
  framed: string
  /** The header that forbids a frame; null if none does, or if that can't be known. */
  refusal: string | null
}

/** A page's frame, and whether it lets itself be framed. */
export const source = definePoll<Config, FramedPage>({
  intervalMs: INTERVAL_MS,
  key: ({ address }) => address,
  missing: ({ address = '' }) => (isPage(address) ? null : "Enter an address in this module's settings."),
  async fetch({ address = '' }, tools, previous) {
    // Keeps the known path: a new one would load the page again.
    const framePath = previous?.framed ?? tools.framed(address)
    return { address, framed: framePath, refusal: await refusalOf(new URL(address), tools) }
  },
})

const isPage = (address: string): boolean => URL.canParse(address) && /^https?:$/.test(new URL(address).protocol)

/** Null if Atalaya can't reach the page: the browser loads it itself, so it is shown anyway. */
async function refusalOf(page: URL, { net, settings }: Tools): Promise<string | null> {
  const ask = (method: 'HEAD' | 'GET') => net.request(page.href, { method, maxBytes: BODY_MAX })
  const serverOrigin = settings.PUBLIC_URL && new URL(settings.PUBLIC_URL).origin
  try {
    const answer = await ask('HEAD')
    // Repeats the request by GET, since some servers don't support HEAD.
    const final: NetAnswer = answer.status < FIRST_BAD_STATUS ? answer : await ask('GET')
    return blockingHeader(final.headers, page, serverOrigin)
  } catch (error) {
    if (error instanceof SourceError) return null
    throw error
  }
}
