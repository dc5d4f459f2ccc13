import { readFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { SCOPES } from '@atalaya/contract/scopes'
import { z } from 'zod'
import {
  type Contract,
  choicesOf,
  type NamedResource,
  type NamedRoute,
  resourcesOf,
  routesOf,
  shapesOf,
} from '../../apps/server/src/http/document/names.ts'
import { ABOUT } from '../../apps/server/src/http/document/tags.ts'
import { root } from '../lib/workspaces.ts'
import { contractFiles } from './contract-files.ts'

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

async function readContract(): Promise<Contract> {
  const imported = contractFiles().map(async (name): Promise<[string, Record<string, unknown>]> => {
    const file = path.join(root, 'packages/contract/src', `${name}.ts`)
    return [name, await import(pathToFileURL(file).href)]
  })
  return Object.fromEntries(await Promise.all(imported))
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

/** The contract's named shapes appear by their name; each is spelled out once, at the end of the page. */
function describer(named: Map<z.ZodType, string>) {
  return (schema: z.ZodType, io: Direction, whole?: z.ZodType): JsonSchema =>
    z.toJSONSchema(schema, {
      io,
      unrepresentable: 'any',
      override: ({ zodSchema, jsonSchema }) => {
        const title = (zodSchema as unknown) === whole ? undefined : named.get(zodSchema as unknown as z.ZodType)
        if (title) Object.assign(jsonSchema, { title })
      },
    }) as JsonSchema
}
type Describe = ReturnType<typeof describer>

const WHO = { public: 'everybody', user: 'people who are signed in', admin: 'administrators', agent: 'agents' }

function section({ id, value }: NamedRoute | NamedResource, describeAs: Describe): string {
  const parts: [string, z.ZodType | undefined, Direction][] = [
    ['Query', value.query, 'input'],
    ['Header', value.headers, 'input'],
  ]
  if ('data' in value) parts.push(['Body', value.body, 'input'], ['Data', value.data, 'output'])
  const lines = parts.flatMap(([label, schema, io]) =>
    schema ? [`- ${label}: \`${brief(describeAs(schema, io))}\``] : [],
  )
  if (value.fails) lines.push(`- Fails with ${value.fails.join(', ')} too`)
  if ('type' in value) lines.push(`- Answers \`${value.type}\`: ${value.answers}`)
  const scope = value.scope ? `, and tokens with \`${value.scope}\`` : ''
  const method = 'method' in value ? value.method : 'GET'
  const about = `${value.summary}. For ${WHO[value.access]}${scope}. \`${id}\``
  return `### \`${method} ${value.path}\`\n\n${about}\n\n${lines.join('\n')}\n`
}

type Shape = { name: string; lines: string[] }

function mentions(text: string, name: string): boolean {
  return new RegExp(`\\b${name}\\b`).test(text)
}

/** The named shapes that `text` mentions, and those that they mention in turn. What callers send is shown as they send it. */
function shapes(text: string, named: Map<z.ZodType, string>, describeAs: Describe): string {
  const sent = text.match(/^- (?:Body|Query): .*$/gm)?.join('\n') ?? ''
  const all = [...named].map(([schema, name]): Shape => {
    const choices = choicesOf(schema).map(([, choice]) => named.get(choice))
    if (choices.length > 0) return { name, lines: choices.map((choice) => `- \`${choice}\``) }
    const described = describeAs(schema, mentions(sent, name) ? 'input' : 'output', schema)
    if (!described.properties) return { name, lines: [`\`${brief(described)}\``] }
    const fields = fieldsOf(described).map((field) => `- \`${field}\``)
    return { name, lines: fields.length > 0 ? fields : ['No fields.'] }
  })
  const shown = new Set<Shape>()
  const visit = (seen: string) => {
    for (const shape of all.filter((candidate) => !shown.has(candidate) && mentions(seen, candidate.name))) {
      shown.add(shape)
      visit(shape.lines.join('\n'))
    }
  }
  visit(text)
  return [...shown]
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name, lines }) => `### ${name}\n\n${lines.join('\n')}\n`)
    .join('\n')
}

function scopes(): string {
  const rows = Object.entries(SCOPES).map(([scope, words]) => `| \`${scope}\` | ${words} |\n`)
  return `## Scopes\n\nWhat a personal token can be allowed to do:\n\n| Scope | What it allows |\n|---|---|\n${rows.join('')}`
}

/** `docs/api.md`: how to begin, every call of the contract, one chapter a resource, and the shapes they share. */
export async function apiPage(): Promise<string> {
  const contract = await readContract()
  const named = shapesOf(contract)
  const describe = describer(named)
  const calls = [...routesOf(contract), ...resourcesOf(contract)]
  const slices = [...new Set(calls.map(({ slice }) => slice))].sort()
  const chapters = slices.map((slice) => {
    const sections = calls.filter((call) => call.slice === slice).map((call) => section(call, describe))
    return `\n## ${slice}\n\n${ABOUT[slice] ?? ''}\n\n${sections.join('\n')}`
  })
  const text = chapters.join('')
  const contents = `\n## Calls\n\n${slices.map((slice) => `[${slice}](#${slice})`).join(' · ')}\n`
  const head = readFileSync(path.join(import.meta.dirname, 'api-head.md'), 'utf8')
  return `${head}${scopes()}${contents}${text}\n## Shapes\n\n${shapes(text, named, describe)}`
}
