import { SECRET_MASK } from '@atalaya/contract/dashboard'
import { SourceError, type Suggestion } from '@atalaya/module-sdk/server'
import { AppError } from '#server/domain/errors.ts'
import type { RateLimits } from '#server/limits/rate-limits.ts'
import type { BundledSources } from './bundled-sources.ts'
import type { SourceTools } from './source-tools.ts'

const TIMEOUT_MS = 8_000
const SUGGESTIONS_MAX = 50
const OF_USER = {
  name: 'module-suggestions',
  max: 120,
  windowMs: 60_000,
  message: 'Too many searches; try again in a minute',
  code: 'modules.too_many',
}

type Needs = { sources: BundledSources; tools: SourceTools; limits: RateLimits }
type Search = { moduleId: string; field: string; text: string; values: Record<string, unknown> }

/** Values for the search fields of modules' forms, from the modules' sources. */
export function createSuggestions({ sources, tools, limits }: Needs) {
  return {
    /** @throws AppError not_found, too_many, bad_gateway */
    async find(userId: string, { moduleId, field, text, values }: Search): Promise<Suggestion[]> {
      const source = await sources.of(moduleId)
      limits.spend(OF_USER, userId)
      if (!source.suggest) return []
      const ending = new AbortController()
      const signal = AbortSignal.any([ending.signal, AbortSignal.timeout(TIMEOUT_MS)])
      const own = tools({ moduleId, userId, service: null })(signal, (error) => ending.abort(error))
      try {
        const form = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== SECRET_MASK))
        return (await source.suggest(field, text, own, form)).slice(0, SUGGESTIONS_MAX)
      } catch (error) {
        if (!(error instanceof SourceError) && !signal.aborted) throw error
        throw new AppError('bad_gateway', (error as Error).message, { code: 'modules.suggestions' })
      }
    },
  }
}
export type Suggestions = ReturnType<typeof createSuggestions>
