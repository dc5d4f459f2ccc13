import { createHash } from 'node:crypto'
import { parseJson } from '@atalaya/contract/bounded-json'
import {
  ANSWER_MAX,
  type ModuleRequest,
  originOf,
  type RequestAnswer,
  type RequestParams,
} from '@atalaya/contract/module-requests'
import { permissionsOf } from '@atalaya/contract/modules'
import type { OpenWidget } from '#server/dashboard/widgets.service.ts'
import type { Actor } from '#server/domain/actors.ts'
import { AppError } from '#server/domain/errors.ts'
import { waitForFreeTurn } from '#server/domain/free-turn.ts'
import type { RateLimits } from '#server/limits/rate-limits.ts'
import type { Catalogue } from '#server/modules/modules.service.ts'
import { type Outbound, type OutboundAnswer, OutboundError } from '#server/net/outbound.ts'
import type { AnswerCache } from './answer-cache.ts'
import { fillRequest, TemplateError } from './request-template.ts'

/** Timeout of a request with its answer. */
const TIMEOUT_MS = 5000
const MINUTE_MS = 60_000
/** Characters of an answer beyond which the event loop does other work between reading and sending it. */
const SHORT_MAX_CHARS = 64 * 1024
/** Bound of a warning, which may quote another server. */
const WARNING_MAX = 500
const perMinute = (name: string, max: number, message: string) => ({
  name,
  max,
  windowMs: MINUTE_MS,
  message,
  code: 'modules.too_many',
})
const WIDGET_RATE = perMinute('module-requests', 60, 'This widget asks too often; try again in a minute')
const USER_RATE = perMinute('module-requests-user', 300, 'Your widgets ask too often; try again in a minute')

type Needs = {
  catalogue: Pick<Catalogue, 'find'>
  widgets: { open: (actor: Actor, id: string) => Promise<OpenWidget> }
  outbound: Pick<Outbound, 'request'>
  limits: Pick<RateLimits, 'spend'>
  answers: AnswerCache
  warn: (module: string, userId: string, message: string) => void
}
type Call = { widgetId: string; name: string; params: RequestParams }
type PreparedRequest = {
  ownerKey: string
  module: string
  declared: ModuleRequest
  filled: ReturnType<typeof fillRequest>
  origins: string[]
}

/**
 * Makes the requests that modules declare. A module chooses one by its name. The URL is in the manifest of the
 * running version, which an administrator has accepted.
 */
export function createModuleRequests({ catalogue, widgets, outbound, limits, answers, warn }: Needs) {
  /** @throws OutboundError */
  async function fetchAnswer(
    { ownerKey, module, declared, filled, origins }: PreparedRequest,
    conditions: Record<string, string> = {},
  ): Promise<OutboundAnswer> {
    // Second check; the first one was of the manifest.
    if (new URL(filled.url).origin !== originOf(declared.url)) throw new TemplateError('The request would go elsewhere')
    const bounds = { timeoutMs: TIMEOUT_MS, maxBytes: ANSWER_MAX, origins, ownerKey }
    const { url, headers, body } = filled
    const options = {
      method: declared.method,
      headers: { ...conditions, ...headers },
      ...(body && { body }),
      ...bounds,
    }
    try {
      return await outbound.request(url, options)
    } catch (error) {
      if (error instanceof OutboundError) {
        const { message } = error.cause as Error
        warn(module, ownerKey, `a request of the module ${module} failed: ${message.slice(0, WARNING_MAX)}`)
      }
      throw error
    }
  }

  /** Answer to a request; shared by equal requests if the module lets the server cache it. */
  async function answerTo(prepared: PreparedRequest): Promise<RequestAnswer> {
    const { module, declared, filled } = prepared
    if (declared.keepSeconds === undefined) return toAnswer(await fetchAnswer(prepared))
    const { answer, asOf } = await answers.get({
      key: keyOf(module, declared.keepSeconds, filled.url, filled.headers),
      keepMs: declared.keepSeconds * 1000,
      sendRequest: (conditions) => fetchAnswer(prepared, conditions),
    })
    return { ...(await toAnswer(answer)), asOf: new Date(asOf).toISOString() }
  }

  return {
    /**
     * Makes a request of a widget.
     *
     * @throws AppError not_found if there is no such widget, or its module declares no such request
     * @throws AppError bad_request if the parameters don't fit; bad_gateway if the service gave no answer
     * @throws AppError too_many if the widget or all widgets of the user ask too often
     */
    async send(actor: Actor, { widgetId, name, params }: Call): Promise<RequestAnswer> {
      const { userId } = actor
      const { moduleId, config } = await widgets.open(actor, widgetId)
      const manifest = catalogue.find(moduleId)?.manifest
      const declared =
        manifest?.requests && Object.hasOwn(manifest.requests, name) ? manifest.requests[name] : undefined
      if (!manifest || !declared) {
        throw new AppError('not_found', `This module declares no request ${name}`, { code: 'modules.no_request' })
      }
      limits.spend(USER_RATE, userId)
      limits.spend(WIDGET_RATE, widgetId)
      try {
        const filled = fillRequest(declared, params, config)
        const { origins } = permissionsOf(manifest)
        return await answerTo({ ownerKey: userId, module: moduleId, declared, filled, origins })
      } catch (error) {
        if (error instanceof TemplateError)
          throw new AppError('bad_request', error.message, { code: 'modules.request' })
        if (error instanceof OutboundError)
          throw new AppError('bad_gateway', error.message, { code: 'modules.request_failed' })
        throw error
      }
    },
  }
}
export type ModuleRequests = ReturnType<typeof createModuleRequests>

/** Hash of a key, as the key itself can contain a secret. */
const keyOf = (...parts: unknown[]): string => createHash('sha256').update(JSON.stringify(parts)).digest('base64url')

async function toAnswer({ status, type, body }: OutboundAnswer): Promise<RequestAnswer> {
  const text = body.toString('utf8')
  if (!/[/+]json\b/.test(type)) return { status, body: text }
  const parsed = tryParseJson(text)
  if (text.length > SHORT_MAX_CHARS) await waitForFreeTurn()
  return { status, body: parsed ?? text }
}

/** Parsed JSON of an answer; undefined if the answer is no JSON or beyond the bounds, and stays text. */
function tryParseJson(text: string): RequestAnswer['body'] | undefined {
  try {
    return parseJson(text) as RequestAnswer['body']
  } catch {
    return undefined
  }
}
