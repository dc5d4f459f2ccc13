import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Route } from '@atalaya/contract/route'
import { z } from 'zod'
import { filesIn, root } from '../lib/workspaces.ts'

const HEAD = `# The API

Generated from \`packages/contract\` by \`npm run gen\`. A running server shows the same, to try out, at \`/api/docs\`, and as
OpenAPI at \`/api/openapi.json\`.

Every answer is an envelope: \`{"success": true, "data": …}\`, or \`{"success": false, "error", "message", "code"}\` with the
HTTP status of the failure. Calls that are not public carry \`Authorization: Bearer <access token>\`.
`

type JsonSchema = {
  title?: string
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  items?: JsonSchema
  properties?: Record<string, JsonSchema>
  required?: string[]
  additionalProperties?: JsonSchema | boolean
}
type Direction = 'input' | 'output'
type Resource = { name: string; exported: Record<string, unknown> }

async function readContract(): Promise<Resource[]> {
  const files = filesIn(root, 'packages/contract/src').filter((name) => !name.endsWith('.test.ts'))
  const imported = files.map(async (file) => ({
    name: path.basename(file, '.ts'),
    exported: (await import(pathToFileURL(path.join(root, file)).href)) as Record<string, unknown>,
  }))
  return Promise.all(imported)
}

function isRoute(value: unknown): value is Route {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value
}

function listOf(item: string): string {
  return / \| /.test(item) && !item.startsWith('{') ? `(${item})[]` : `${item}[]`
}

/** A schema as a line of something like TypeScript. */
function brief(schema: JsonSchema): string {
  const options = schema.anyOf ?? schema.oneOf
  if (schema.title) return schema.title
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  if (options) return options.map(brief).join(' | ')
  if (schema.items) return listOf(brief(schema.items))
  if (schema.properties) return `{ ${fieldsOf(schema).join(', ')} }`
  if (typeof schema.additionalProperties === 'object') return `{ [name]: ${brief(schema.additionalProperties)} }`
  return [schema.type ?? 'any'].flat().join(' | ')
}

function fieldsOf({ properties = {}, required = [] }: JsonSchema): string[] {
  return Object.entries(properties).map(
    ([name, field]) => `${name}${required.includes(name) ? '' : '?'}: ${brief(field)}`,
  )
}

/** The contract's named objects appear by their name; each is spelled out once, at the end of the page. */
function describer(named: Map<unknown, string>) {
  return (schema: z.ZodType, io: Direction, whole?: z.ZodType): JsonSchema =>
    z.toJSONSchema(schema, {
      io,
      unrepresentable: 'any',
      override: ({ zodSchema, jsonSchema }) => {
        const title = (zodSchema as unknown) === whole ? undefined : named.get(zodSchema)
        if (title) Object.assign(jsonSchema, { title })
      },
    }) as JsonSchema
}

function section(route: Route, describeAs: ReturnType<typeof describer>): string {
  const parts: [string, z.ZodType | undefined, Direction][] = [
    ['Query', route.query, 'input'],
    ['Body', route.body, 'input'],
    ['Data', route.data, 'output'],
  ]
  const lines = parts.flatMap(([label, schema, io]) =>
    schema ? [`- ${label}: \`${brief(describeAs(schema, io))}\``] : [],
  )
  return `### \`${route.method} ${route.path}\`\n\n${route.summary}. For: ${route.access}.\n\n${lines.join('\n')}\n`
}

type Named = { name: string; schema: z.ZodType }

function mentions(text: string, name: string): boolean {
  return new RegExp(`\\b${name}\\b`).test(text)
}

/** The named objects that `text` mentions, and those that they mention in turn. What callers send is shown as they send it. */
function shapes(text: string, objects: Named[], describeAs: ReturnType<typeof describer>): string {
  const sent = text.match(/^- (?:Body|Query): .*$/gm)?.join('\n') ?? ''
  const all = objects.map(({ name, schema }) => {
    const fields = fieldsOf(describeAs(schema, mentions(sent, name) ? 'input' : 'output', schema))
    const lines = fields.length > 0 ? fields.map((field) => `- \`${field}\``) : ['No fields.']
    return { name, text: `### ${name}\n\n${lines.join('\n')}\n` }
  })
  const shown = new Set<(typeof all)[number]>()
  const visit = (seen: string) => {
    for (const shape of all.filter((candidate) => !shown.has(candidate) && mentions(seen, candidate.name))) {
      shown.add(shape)
      visit(shape.text)
    }
  }
  visit(text)
  return all
    .filter((shape) => shown.has(shape))
    .map((shape) => shape.text)
    .join('\n')
}

/** `docs/api.md`: every call of the contract, one chapter a resource, and the shapes they share. */
export async function apiPage(): Promise<string> {
  const resources = await readContract()
  const objects = resources
    .flatMap(({ exported }) => Object.entries(exported))
    .filter((entry): entry is [string, z.ZodObject] => entry[1] instanceof z.ZodObject)
    .map(([name, schema]) => ({ name: name[0]?.toUpperCase() + name.slice(1), schema }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
  const describe = describer(new Map(objects.map(({ name, schema }) => [schema, name])))
  const chapters = resources.flatMap(({ name, exported }) => {
    const routes = Object.values(exported).flatMap((value) => Object.values(value ?? {}).filter(isRoute))
    return routes.length > 0 ? [`\n## ${name}\n\n${routes.map((route) => section(route, describe)).join('\n')}`] : []
  })
  const text = chapters.join('')
  return `${HEAD + text}\n## Shapes\n\n${shapes(text, objects, describe)}`
}
