import { createHash } from 'node:crypto'
import { defaultsOf } from '@atalaya/config-schema/fields'
import { parseConfigSchema } from '@atalaya/config-schema/schema'
import { checkValues } from '@atalaya/config-schema/values'
import type { WidgetConfig } from '@atalaya/contract/dashboard'
import type { SourceState } from '@atalaya/contract/source-state'
import type { OpenWidget } from '#server/dashboard/widgets.service.ts'
import type { Actor } from '#server/domain/actors.ts'
import { AppError } from '#server/domain/errors.ts'
import type { Catalogue } from '#server/modules/modules.service.ts'
import type { BundledSources } from './bundled-sources.ts'
import type { Pictures } from './pictures.ts'
import type { SourceTools } from './source-tools.ts'
import type { Upstreams } from './upstreams.ts'

/** Time that a new watcher waits for data. */
const FIRST_WAIT_MS = 8_000

type Needs = {
  catalogue: Pick<Catalogue, 'find'>
  sources: BundledSources
  widgets: { open: (actor: Actor, id: string) => Promise<OpenWidget> }
  upstreams: Upstreams
  pictures: Pictures
  tools: SourceTools
}

/**
 * Data of bundled modules. A module's `server.ts` defines its source. Widgets with the same key watch one upstream and
 * show its state; the server polls it for all of them.
 */
export function createSourcesService({ catalogue, sources, widgets, upstreams, pictures, tools }: Needs) {
  async function watch(actor: Actor, widgetId: string): Promise<SourceState> {
    const { userId } = actor
    const { moduleId, config: stored } = await widgets.open(actor, widgetId)
    const source = await sources.of(moduleId)
    const { config, fault } = checkConfig(catalogue.find(moduleId)?.configSchema, stored)
    const missing = fault ?? source.missing?.(config as never) ?? null
    if (missing !== null) return unreadyState(missing)
    const service = source.connection?.(config as never) ?? null
    const owner = service === null ? null : userId
    const key = keyOf(source.name ?? moduleId, owner, source.key ? source.key(config as never) : config)
    const toolsFor = tools({ moduleId, userId, service })
    const displayId = actor.credential?.display && actor.credential.id
    const upstream = upstreams.watch(
      key,
      displayId ?? userId,
      { source, config, toolsFor },
      displayId ? widgetId : null,
    )
    await upstream.waitForState(FIRST_WAIT_MS)
    return upstream.state()
  }

  return {
    /**
     * Returns the newest data for one of the user's own widgets, and makes the user a watcher.
     *
     * @throws AppError not_found if there is no such widget, or its module has no source
     * @throws AppError too_many if too many sources are watched
     */
    watch,

    /**
     * A picture that the data of one of the user's own widgets name.
     *
     * @throws AppError not_found if the data name no such picture, besides those of `watch`
     */
    async picture(actor: Actor, widgetId: string, key: string): Promise<string> {
      // With several instances this one may not have fetched the data yet.
      const { data } = await watch(actor, widgetId)
      const picture = JSON.stringify(data).includes(JSON.stringify(key)) ? pictures.find(key) : null
      if (picture === null) throw new AppError('not_found', 'There is no such picture', { code: 'modules.no_picture' })
      return picture
    },
  }
}
export type SourcesService = ReturnType<typeof createSourcesService>

/** State of a widget that is not configured yet, and so has no source. Screens read it again when its page changes. */
const unreadyState = (error: string): SourceState => ({
  source: 'none',
  data: null,
  asOf: null,
  staleAfterMs: FIRST_WAIT_MS,
  error,
})

/** Configuration with the schema's defaults, and its first fault. */
function checkConfig(
  schemaText: string | undefined,
  stored: WidgetConfig,
): { config: WidgetConfig; fault: string | null } {
  if (schemaText === undefined) return { config: stored, fault: null }
  const schema = parseConfigSchema(schemaText)
  const entries = Object.entries({ ...(defaultsOf(schema) as WidgetConfig), ...stored })
  const config = Object.fromEntries(entries.filter(([key]) => Object.hasOwn(schema.properties, key)))
  const [fault] = checkValues(schema, config)
  if (!fault) return { config, fault: null }
  const node = schema.properties[fault.key]
  const label = (typeof node === 'object' && node.title) || fault.key
  return { config, fault: `Set this module up first. ${label}: ${fault.message}`.trim() }
}

/** Hash of a key, as the key itself can contain a secret. */
const keyOf = (name: string, owner: string | null, key: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify([name, owner, key]))
    .digest('base64url')
