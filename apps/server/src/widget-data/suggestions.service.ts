import { SECRET_MASK } from '@atalaya/contract/dashboard'
import { SUGGESTIONS_MAX } from '@atalaya/contract/module-suggestions'
import { SourceError, type Suggestion } from '@atalaya/module-sdk/server'
import type { OpenWidget } from '#server/dashboard/widgets.service.ts'
import type { Actor } from '#server/domain/actors.ts'
import { AppError } from '#server/domain/errors.ts'
import type { RateLimits } from '#server/limits/rate-limits.ts'
import type { BundledSources } from './bundled-sources.ts'
import type { SourceTools } from './source-tools.ts'

const TIMEOUT_MS = 8_000
const USER_RATE = {
  name: 'module-suggestions',
  max: 120,
  windowMs: 60_000,
  message: 'Too many searches; try again in a minute',
  code: 'modules.too_many',
}

type Needs = {
  sources: BundledSources
  widgets: { open: (actor: Actor, id: string) => Promise<OpenWidget> }
  tools: SourceTools
  limits: RateLimits
}
type Values = Record<string, unknown>
type Search = { moduleId: string; widgetId?: string | undefined; field: string; text: string; values: Values }

/** Values for the search fields of modules' forms, from the modules' sources. */
export function createSuggestions({ sources, widgets, tools, limits }: Needs) {
  /** Values of the form with its saved secrets. Not for programs: they could have the secrets sent elsewhere. */
  async function withSecrets(actor: Actor, { moduleId, widgetId, values }: Search): Promise<Values> {
    const mayUseSecrets = widgetId !== undefined && !actor.credential
    const widget = mayUseSecrets ? await widgets.open(actor, widgetId) : null
    const saved: Values = widget?.moduleId === moduleId ? widget.config : {}
    const all = Object.entries(values).map(([key, value]) => [key, value === SECRET_MASK ? saved[key] : value] as const)
    return Object.fromEntries(all.filter(([, value]) => value !== undefined))
  }

  return {
    /**
     * Suggests values for a field of a form.
     *
     * @throws AppError not_found if the module has no source, or there is no such widget
     * @throws AppError too_many if the user asks too often; bad_gateway if the service gave no answer
     */
    async find(actor: Actor, search: Search): Promise<Suggestion[]> {
      const { userId } = actor
      const { moduleId, field, text } = search
      const source = await sources.of(moduleId)
      limits.spend(USER_RATE, userId)
      if (!source.suggest) return []
      const form = await withSecrets(actor, search)
      const aborter = new AbortController()
      const signal = AbortSignal.any([aborter.signal, AbortSignal.timeout(TIMEOUT_MS)])
      const searchTools = tools({ moduleId, userId, service: null })(signal, (error) => aborter.abort(error))
      try {
        return (await source.suggest(field, text, searchTools, form)).slice(0, SUGGESTIONS_MAX)
      } catch (error) {
        if (!(error instanceof SourceError) && !signal.aborted) throw error
        const message = error instanceof SourceError ? error.message : 'There was no answer in time'
        throw new AppError('bad_gateway', message, { code: 'modules.suggestions' })
      }
    },
  }
}
export type Suggestions = ReturnType<typeof createSuggestions>
