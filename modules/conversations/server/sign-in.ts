import { createHash } from 'node:crypto'
import { hostname } from 'node:os'
import { setImmediate } from 'node:timers/promises'
import { type NetAnswer, SourceError, type Tools } from '@atalaya/module-sdk/server'
import { z } from 'zod'
import type { AccountConfig } from './account.ts'

const REMEMBERED_MAX = 500
/** A wrong password is not tried again and again: homeservers lock accounts for that. */
const AFTER_REFUSAL_MS = 15 * 60_000
const FIRST_BAD_STATUS = 400

export type MatrixConfig = Omit<AccountConfig, 'service'> & { homeserver: string }
export type MatrixSession = { base: string; token: string; account: string }

const TOKEN_MAX = 4_096
const account = z.string().max(255)
const wellKnown = z.object({ 'm.homeserver': z.object({ base_url: z.url({ protocol: /^https?$/ }).max(2_000) }) })
const loginAnswer = z.object({ access_token: z.string().min(1).max(TOKEN_MAX), user_id: account })
const whoAmI = z.object({ user_id: account })
const matrixError = z.object({ errcode: z.string().max(200), retry_after_ms: z.number().optional() })

/** Tokens of accounts that signed in with a password. Without them every look at a board would be a new sign-in. */
const remembered = new Map<string, MatrixSession>()
const keyOf = ({ homeserver, user, password }: MatrixConfig) =>
  createHash('sha256')
    .update(JSON.stringify([homeserver, user, password]))
    .digest('hex')

/** Reason of a refusal, in words for people. */
function refusal(answer: NetAnswer): SourceError {
  const { errcode, retry_after_ms: retryMs } = errorOf(answer)
  if (errcode === 'M_LIMIT_EXCEEDED') {
    return new SourceError('The homeserver is asked too often', { retryAfterMs: retryMs ?? answer.retryAfterMs })
  }
  if (errcode === 'M_FORBIDDEN' || errcode === 'M_USER_DEACTIVATED') {
    const retryAfterMs = AFTER_REFUSAL_MS
    return new SourceError('The homeserver does not take this name and password', { retryAfterMs })
  }
  if (errcode === 'M_UNKNOWN_TOKEN' || errcode === 'M_MISSING_TOKEN') {
    const retryAfterMs = AFTER_REFUSAL_MS
    return new SourceError('The access token is no longer good. Give a new one in the settings of this module.', {
      retryAfterMs,
    })
  }
  return new SourceError(`The homeserver answered with an error (${answer.status})`)
}

function errorOf(answer: NetAnswer): Partial<z.infer<typeof matrixError>> {
  try {
    return matrixError.parse(answer.json())
  } catch {
    return {}
  }
}

/** Parses a successful answer. @throws SourceError for any other */
export function read<T>(answer: NetAnswer, schema: z.ZodType<T>): T {
  if (answer.status >= FIRST_BAD_STATUS) throw refusal(answer)
  return check(answer.json(), schema)
}

/** Parses a large answer in one turn of the event loop, and checks it in later ones. @throws SourceError */
export async function readLarge<T>(
  answer: NetAnswer,
  checkAll: (json: unknown) => Promise<T>,
  maxValues: number,
): Promise<T> {
  if (answer.status >= FIRST_BAD_STATUS) throw refusal(answer)
  const json = answer.json(maxValues)
  await setImmediate()
  return checkAll(json).catch((cause) => {
    throw notMatrix(cause)
  })
}

function check<T>(json: unknown, schema: z.ZodType<T>): T {
  const parsed = schema.safeParse(json)
  if (!parsed.success) throw notMatrix(parsed.error)
  return parsed.data
}

const notMatrix = (cause: unknown) => new SourceError('This is not a Matrix homeserver', { cause })

/** Address without slashes at its end. */
const withoutEndingSlash = (address: string) => /^.*[^/]/.exec(address)?.[0] ?? ''

/**
 * The web address of a homeserver: as configured, otherwise from the domain's well-known file, otherwise the domain
 * itself.
 */
async function findBase(homeserver: string, { net }: Tools): Promise<string> {
  const server = withoutEndingSlash(homeserver.trim())
  if (/^https?:\/\//.test(server)) return server
  if (!/^[\w.:[\]-]+$/.test(server)) throw new SourceError('The homeserver must be a name like matrix.org')
  const answer = await net.request(`https://${server}/.well-known/matrix/client`).catch(() => null)
  const discovery = answer?.status === 200 ? wellKnown.safeParse(jsonOf(answer)) : null
  return discovery?.success ? withoutEndingSlash(discovery.data['m.homeserver'].base_url) : `https://${server}`
}

function jsonOf(answer: NetAnswer): unknown {
  try {
    return answer.json()
  } catch {
    return null
  }
}

/** One device for each account and machine, so that the list of the account's sessions stays short. */
const deviceOf = (config: MatrixConfig) =>
  `ATALAYA${createHash('sha256')
    .update(`${keyOf(config)} ${hostname()}`)
    .digest('hex')
    .slice(0, 10)
    .toUpperCase()}`

async function signInWithPassword(base: string, config: MatrixConfig, { net }: Tools): Promise<MatrixSession> {
  const { user = '', password = '' } = config
  const body = {
    type: 'm.login.password',
    identifier: { type: 'm.id.user', user },
    password,
    device_id: deviceOf(config),
    initial_device_display_name: 'Atalaya',
  }
  const headers = { 'content-type': 'application/json' }
  const request = { method: 'POST', headers, body: JSON.stringify(body) } as const
  const answer = read(await net.request(`${base}/_matrix/client/v3/login`, request), loginAnswer)
  return { base, token: answer.access_token, account: answer.user_id }
}

/** Signs in, or continues the stored session. @throws SourceError */
export async function openSession(config: MatrixConfig, tools: Tools): Promise<MatrixSession> {
  if (config.token) {
    const base = await findBase(config.homeserver, tools)
    const headers = { authorization: `Bearer ${config.token}` }
    const { user_id: account } = read(
      await tools.net.request(`${base}/_matrix/client/v3/account/whoami`, { headers }),
      whoAmI,
    )
    return { base, token: config.token, account }
  }
  const known = remembered.get(keyOf(config))
  if (known) return known
  const session = await signInWithPassword(await findBase(config.homeserver, tools), config, tools)
  const [oldest] = remembered.keys()
  if (remembered.size >= REMEMBERED_MAX && oldest !== undefined) remembered.delete(oldest)
  remembered.set(keyOf(config), session)
  return session
}

/** Forgets a session that the homeserver no longer knows. True if a new one can be opened. */
export const forgetSession = (config: MatrixConfig): boolean => remembered.delete(keyOf(config))
