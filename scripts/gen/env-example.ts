import type { z } from 'zod'
import { settings } from '../../apps/server/src/config.ts'
import { providerSettings } from '../../apps/server/src/config-oidc.ts'

const HEAD = `# Settings of the server, with their defaults. Copy this file to .env and change what you need.
# Generated from apps/server/src/config.ts by \`npm run gen\`.
`

function valueText(value: unknown): string {
  return Array.isArray(value) ? value.join(',') : String(value ?? '')
}

function entry(name: string, schema: z.ZodType): string {
  const fallback = schema.safeParse(undefined)
  return `\n# ${schema.description ?? ''}\n#${name}=${fallback.success ? valueText(fallback.data) : ''}\n`
}

/** Settings of a provider, for one that is called `home`. */
const ofProvider = () =>
  Object.entries(providerSettings.shape).map(([name, schema]) => entry(`OIDC_HOME_${name}`, schema))

/** `.env.example`: every setting with its meaning and, commented out, its default. */
export function envExample(): string {
  const entries = Object.entries(settings.shape).map(([name, schema]) => {
    const text = entry(name, schema)
    return name === 'OIDC_PROVIDERS' ? [text, ...ofProvider()].join('') : text
  })
  return HEAD + entries.join('')
}
