import type { Outgoing } from './send.ts'

/** Values of a template's placeholders. */
export const placeholders = (message: Outgoing): Record<string, string> => ({
  title: message.title,
  text: message.body,
  severity: message.severity,
  what: message.what,
  id: message.id,
  incident: message.incidentId ?? '',
  url: message.link ?? '',
})

/** Fault of a template, in words for its author. */
export class TemplateError extends Error {}

/**
 * Fills a template of JSON: replaces `{{title}}` and the like inside its parsed texts. A message can therefore change
 * texts, but not the structure.
 *
 * @throws TemplateError
 */
export function fill(template: string, values: Record<string, string>): unknown {
  const fillText = (text: string) =>
    text.replace(/\{\{([^{}]{0,100})\}\}/g, (_all, inside: string) => {
      const name = inside.trim()
      if (!Object.hasOwn(values, name)) {
        throw new TemplateError(`There is no {{${name}}}: use ${Object.keys(values).join(', ')}`)
      }
      return values[name] ?? ''
    })
  try {
    return JSON.parse(template, (_key, value) => (typeof value === 'string' ? fillText(value) : value))
  } catch (error) {
    if (error instanceof TemplateError) throw error
    throw new TemplateError('The template is not JSON: put texts in quotes, and {{title}} and the like inside them')
  }
}
