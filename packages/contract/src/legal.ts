import { z } from 'zod'
import { boundedText } from './bounded-text.ts'
import { route } from './route.ts'
import { instant } from './scalars.ts'

/** The two texts that people agree to when they register. */
export const legalPage = z.enum(['terms', 'privacy'])
export type LegalPage = z.infer<typeof legalPage>

export const LEGAL_TEXT_MAX = 20_000

/** Paragraphs separated by an empty line; a line that begins with `# ` is a heading. No markup. */
const text = boundedText(LEGAL_TEXT_MAX, `The text can have at most ${LEGAL_TEXT_MAX} characters`)
  .trim()
  .min(1, 'A text is needed; to have the usual one again, take that')
  .max(LEGAL_TEXT_MAX, `The text can have at most ${LEGAL_TEXT_MAX} characters`)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: newline and tab are the only control characters allowed.
  .regex(/^[^\0-\x08\x0b\x0c\x0e-\x1f\x7f]*$/, "The text can't contain control characters")

const params = z.object({ page: legalPage })

const legalText = z.object({
  /** Null while it is the default text, which is part of the client. */
  text: z.string().nullable(),
  changedAt: instant.nullable(),
})
export type LegalText = z.infer<typeof legalText>

export const legal = {
  read: route({
    method: 'GET',
    path: '/api/v1/legal/:page',
    access: 'public',
    summary: 'The terms of service or the privacy policy of this installation',
    params,
    data: legalText,
  }),
  change: route({
    method: 'PATCH',
    path: '/api/v1/legal/:page',
    bodyBytes: 512 * 1024,
    access: 'admin',
    scope: null,
    summary: 'Give the installation a text of its own, or the usual one again (`null`)',
    params,
    body: z.strictObject({ text: text.nullable() }),
    data: legalText,
  }),
}
