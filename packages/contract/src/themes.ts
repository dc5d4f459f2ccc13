import { z } from 'zod'
import { boundedText } from './bounded-text.ts'
import { bothModes, colour, themeId } from './colours.ts'
import { moduleVersion } from './modules.ts'
import { route } from './route.ts'
import { nothing } from './scalars.ts'

/** Maximum length of the file of a theme, in characters; one with all colours has 3,000. */
export const THEME_FILE_MAX = 16 * 1024
/** Maximum themes that administrators add. */
export const THEMES_MAX = 50

/** Id of the product's own colours. */
export const DEFAULT_THEME = 'atalaya'

/** One visible line. Control and format characters could make a name look like another one. */
const line = (max: number) =>
  boundedText(max)
    .trim()
    .min(1)
    .max(max)
    .regex(/^[^\p{C}\p{Zl}\p{Zp}]*$/u, 'must have no invisible characters')

/** File of a theme (docs/themes.md). */
export const themeFile = z.strictObject({
  format: z.literal(1),
  id: themeId,
  name: line(40),
  version: moduleVersion,
  author: line(80).optional(),
  ...bothModes.shape,
})
export type ThemeFile = z.infer<typeof themeFile>

const sample = z.array(colour).length(6)

/** A theme as people choose it. */
export const colourTheme = themeFile.omit({ format: true }).extend({
  /** True if an administrator added it. */
  isAdded: z.boolean(),
  /** Background, card, text, primary and two chart colours of each mode. */
  samples: z.object({ light: sample, dark: sample }),
})
export type ColourTheme = z.infer<typeof colourTheme>

const root = '/api/v1/themes'

export const themes = {
  list: route({
    method: 'GET',
    path: root,
    access: 'user',
    scope: null,
    summary: 'Colours to choose from: those of Atalaya first, then added ones by name',
    data: z.object({ themes: z.array(colourTheme) }),
  }),
  add: route({
    method: 'POST',
    path: root,
    // Each quote of the file is two characters in a body.
    bodyBytes: 4 * THEME_FILE_MAX,
    access: 'admin',
    scope: null,
    summary: 'Add a theme from the text of its file; `replace` accepts that another version of it is replaced',
    body: z.strictObject({
      file: boundedText(THEME_FILE_MAX).max(THEME_FILE_MAX, `A theme has at most ${THEME_FILE_MAX / 1024} KB`),
      replace: z.boolean().default(false),
    }),
    fails: [409],
    data: z.object({ theme: colourTheme }),
  }),
  remove: route({
    method: 'DELETE',
    path: `${root}/:id`,
    access: 'admin',
    scope: null,
    summary: 'Remove an added theme; screens that show it get the colours of Atalaya',
    params: z.object({ id: themeId }),
    data: nothing,
  }),
}
