import { createHash } from 'node:crypto'
import { defaultsOf } from '@atalaya/config-schema/fields'
import { parseConfigSchema } from '@atalaya/config-schema/schema'
import { checkValues } from '@atalaya/config-schema/values'
import type { WidgetConfig } from '@atalaya/contract/dashboard'
import type { SourceState } from '@atalaya/contract/source-state'
import { type ServiceName, SourceError, type Suggestion, type Tools } from '@atalaya/module-sdk/server'
import type { Faults } from '#server/containment/faults.ts'
import type { OpenWidget } from '#server/dashboard/widgets.service.ts'
import { AppError } from '#server/domain/errors.ts'
import type { AccessTokens } from '#server/integrations/access-tokens.ts'
import type { RateLimits } from '#server/limits/rate-limits.ts'
import type { Catalogue } from '#server/modules/modules.service.ts'
import type { Outbound } from '#server/net/outbound.ts'
import type { BundledSources } from './bundled-sources.ts'
import type { Hub } from './upstreams.ts'
import type { Pictures } from './pictures.ts'
import { createSourceNet } from './source-net.ts'
import { type AnySource, createUpstream } from './upstream.ts'

/** A first reading waits this long for data. */
const FIRST_WAIT_MS = 8_000
const SUGGEST_TIMEOUT_MS = 8_000
const SUGGESTIONS_MAX = 50
/** Some of what a warning says can be another server's words. */
const WARNING_MAX = 500
const OF_USER = {
  name: 'module-suggestions',
  max: 120,
  windowMs: 60_000,
  message: 'Too many searches; try again in a minute',
  code: 'modules.too_many',
}

type Needs = {
  catalogue: Pick<Catalogue, 'find' | 'isBundled'>
  sources: BundledSources
  widgets: { open: (userId: string, id: string) => Promise<OpenWidget> }
  hub: Hub
  pictures: Pictures
  outbound: Pick<Outbound, 'request' | 'connect' | 'resolve' | 'services'>
  settings: Tools['settings']
  tokens: Pick<AccessTokens, 'of'>
  limits: RateLimits
  faults: Faults
  now: () => number
  warn: (message: string) => void
}

/** The data of bundled modules: fetched by the server, once for all widgets that want the same. */
export function createSourcesService(needs: Needs) {
  const { catalogue, sources, widgets, hub, pictures, outbound, settings, tokens, limits, faults, now } = needs

  const warnOf = (moduleId: string) => (message: string) =>
    needs.warn(`the source of ${moduleId}: ${message.slice(0, WARNING_MAX)}`)

  const toolsFor =
    (moduleId: string, userId: string, service: ServiceName | null) =>
    (signal: AbortSignal, end: (error: unknown) => void): Tools => ({
      signal,
      settings,
      warn: warnOf(moduleId),
      net: createSourceNet({ outbound, signal, end, warn: warnOf(moduleId) }),
      keepPicture: pictures.keep,
      async access(refused) {
        if (service === null) throw new Error('The source names no connection')
        return tokens.of(userId, service, refused)
      },
    })

  async function sourceOf(moduleId: string): Promise<AnySource> {
    // A package may bear the name of a bundled module; it has no server half.
    const source = catalogue.isBundled(moduleId) ? await sources.find(moduleId) : null
    if (!source) throw new AppError('not_found', 'This module has no data source', { code: 'modules.no_source' })
    return source
  }

  async function read(userId: string, widgetId: string): Promise<SourceState> {
    const { moduleId, config: stored } = await widgets.open(userId, widgetId)
    const source = await sourceOf(moduleId)
    const { config, fault } = checked(catalogue.find(moduleId)?.configSchema, stored)
    const missing = fault ?? source.missing?.(config as never) ?? null
    if (missing !== null) return unready(missing)
    const service = source.connection?.(config as never) ?? null
    const owner = service === null ? null : userId
    const key = keyOf(source.name ?? moduleId, owner, source.key ? source.key(config as never) : config)
    const upstream = hub.watch(key, userId, (onChange) =>
      createUpstream({ source, config, toolsFor: toolsFor(moduleId, userId, service), faults, now, onChange }),
    )
    await upstream.told(FIRST_WAIT_MS)
    return upstream.state()
  }

  return {
    /** The newest data for one of the user's own widgets, who watches from now on. @throws AppError not_found, too_many */
    read,

    /** A picture that the data of one of the user's own widgets name. @throws AppError not_found */
    async picture(userId: string, widgetId: string, key: string): Promise<string> {
      // Of several instances, this one may not have asked yet.
      const { data } = await read(userId, widgetId)
      const picture = JSON.stringify(data).includes(JSON.stringify(key)) ? pictures.read(key) : null
      if (picture === null) throw new AppError('not_found', 'There is no such picture', { code: 'modules.no_picture' })
      return picture
    },

    /** Values for a search field of a module's form. @throws AppError not_found, too_many, bad_gateway */
    async suggest(userId: string, moduleId: string, field: string, text: string): Promise<Suggestion[]> {
      const source = await sourceOf(moduleId)
      limits.take(OF_USER, userId)
      if (!source.suggest) return []
      const ending = new AbortController()
      const signal = AbortSignal.any([ending.signal, AbortSignal.timeout(SUGGEST_TIMEOUT_MS)])
      const tools = toolsFor(moduleId, userId, null)(signal, (error) => ending.abort(error))
      try {
        return (await source.suggest(field, text, tools)).slice(0, SUGGESTIONS_MAX)
      } catch (error) {
        if (!(error instanceof SourceError) && !tools.signal.aborted) throw error
        throw new AppError('bad_gateway', (error as Error).message, { code: 'modules.suggestions' })
      }
    },
  }
}
export type SourcesService = ReturnType<typeof createSourcesService>

/** What is not set up yet has no source; it is read again when its page changes. */
const unready = (error: string): SourceState => ({
  source: 'none',
  data: null,
  asOf: null,
  staleAfterMs: FIRST_WAIT_MS,
  error,
})

/** A configuration with the schema's defaults, and what is wrong with it. */
function checked(schemaText: string | undefined, stored: WidgetConfig): { config: WidgetConfig; fault: string | null } {
  if (schemaText === undefined) return { config: stored, fault: null }
  const schema = parseConfigSchema(schemaText)
  const given = Object.entries({ ...(defaultsOf(schema) as WidgetConfig), ...stored })
  const config = Object.fromEntries(given.filter(([key]) => Object.hasOwn(schema.properties, key)))
  const [fault] = checkValues(schema, config)
  if (!fault) return { config, fault: null }
  const node = schema.properties[fault.key]
  const label = (typeof node === 'object' && node.title) || fault.key
  return { config, fault: `Set this module up first. ${label}: ${fault.message}`.trim() }
}

/** The key is not kept itself: it can hold a secret. */
const keyOf = (name: string, owner: string | null, key: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify([name, owner, key]))
    .digest('base64url')
