import type { Outgoing } from './send.ts'

/** What stands in braces in a template, and by what it is replaced. */
export const placeholders = (message: Outgoing): Record<string, string> => ({
  ...{ title: message.title, text: message.body, severity: message.severity, what: message.what, id: message.id },
  ...{ incident: message.incidentId ?? '', url: message.link ?? '' },
})

/** A template that can't be filled, in words for whoever wrote it. */
export class TemplateError extends Error {}

/**
 * Fills a template of JSON: `{{title}}` and the like are replaced inside its texts, after it has been read, so that
 * nothing in a message can change what is sent but the text itself. @throws TemplateError
 */
export function fill(template: string, values: Record<string, string>): unknown {
  const filled = (text: string) =>
    text.replace(/\{\{([^{}]{0,100})\}\}/g, (_all, inside: string) => {
      const name = inside.trim()
      if (!Object.hasOwn(values, name)) {
        throw new TemplateError(`There is no {{${name}}}: use ${Object.keys(values).join(', ')}`)
      }
      return values[name] ?? ''
    })
  try {
    return JSON.parse(template, (_key, value) => (typeof value === 'string' ? filled(value) : value))
  } catch (error) {
    if (error instanceof TemplateError) throw error
    throw new TemplateError('The template is not JSON: put texts in quotes, and {{title}} and the like inside them')
  }
}
