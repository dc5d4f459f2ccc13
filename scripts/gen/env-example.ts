import { settings } from '../../apps/server/src/config.ts'

const HEAD = `# Settings of the server, with their defaults. Copy this file to .env and change what you need.
# Generated from apps/server/src/config.ts by \`npm run gen\`.
`

function shown(value: unknown): string {
  return Array.isArray(value) ? value.join(',') : String(value ?? '')
}

/** `.env.example`: every setting with its meaning and, commented out, its default. */
export function envExample(): string {
  const entries = Object.entries(settings.shape).map(([name, schema]) => {
    const fallback = schema.safeParse(undefined)
    return `\n# ${schema.description ?? ''}\n#${name}=${fallback.success ? shown(fallback.data) : ''}\n`
  })
  return HEAD + entries.join('')
}
