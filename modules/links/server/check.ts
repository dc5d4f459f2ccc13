import type { Net, Tools } from '@atalaya/module-sdk/server'
import type { Check } from './link.ts'

const CONCURRENCY = 6
const TIMEOUT_MS = 4_000
/** Bound of the read body: the status alone decides. */
const BODY_MAX_BYTES = 4 * 1024
const FIRST_BAD_STATUS = 400
/** Statuses of a page that asks to sign in; the page counts as up. */
const ASKS_TO_SIGN_IN = new Set([401, 403])

/** Asks every address once, a few at a time. The answers are in the order of the addresses. */
export async function checkAll(
  urls: readonly string[],
  { net, signal }: Pick<Tools, 'net' | 'signal'>,
): Promise<Check[]> {
  const checks = new Map<string, Check>()
  const waiting = new Set(urls).values()
  async function askNext(): Promise<void> {
    for (const url of waiting) {
      signal.throwIfAborted()
      checks.set(url, await check(url, net))
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, askNext))
  return [...checks.values()].sort((a, b) => urls.indexOf(a.url) - urls.indexOf(b.url))
}

/** Checks by HEAD, and by GET if HEAD is refused: not every server knows it. */
async function check(url: string, net: Net): Promise<Check> {
  try {
    const head = await checkBy(url, net, 'HEAD')
    return head.isUp ? head : await checkBy(url, net, 'GET')
  } catch {
    return { url, isUp: false, status: null, ms: null }
  }
}

async function checkBy(url: string, net: Net, method: 'HEAD' | 'GET'): Promise<Check> {
  const began = performance.now()
  const { status } = await net.request(url, {
    method,
    timeoutMs: TIMEOUT_MS,
    maxBytes: BODY_MAX_BYTES,
    isBeginningEnough: true,
  })
  const isUp = status < FIRST_BAD_STATUS || ASKS_TO_SIGN_IN.has(status)
  return { url, isUp, status, ms: Math.round(performance.now() - began) }
}
