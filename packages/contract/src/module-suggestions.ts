import { z } from 'zod'
import { moduleId } from './modules.ts'
import { route } from './route.ts'
import { id, json } from './scalars.ts'

/** Maximum number of suggested values for a field. */
export const SUGGESTIONS_MAX = 300
/**
 * A value for a field of a form, what is shown beside it, and its place in a tree: the names from the top to its own.
 */
export const suggestion = z.object({
  value: z.string().max(200),
  label: z.string().max(200),
  place: z.array(z.string().max(100)).max(40).optional(),
})

/** Values for the forms of bundled modules. In a separate file, as displays have no forms. */
export const moduleSuggestions = {
  suggest: route({
    // POST, because the values of a form can be secret and long.
    method: 'POST',
    path: '/api/v1/modules/suggestions/:id',
    access: 'user',
    scope: 'modules:use',
    summary: 'Values for a search field in the form of a bundled module',
    params: z.object({ id: moduleId }),
    body: z.strictObject({
      /** The field; inside the rows of a list with the list's key in front: `values.path`. */
      field: z.string().max(201),
      text: z.string().max(200),
      /** The widget being configured, if it exists; its saved secrets are used. */
      widgetId: id.optional(),
      /** Present values of the form, with `SECRET_MASK` for saved secrets. */
      values: z.record(z.string().max(100), json).default({}),
    }),
    fails: [429, 502],
    data: z.object({ suggestions: z.array(suggestion).max(SUGGESTIONS_MAX) }),
  }),
}
