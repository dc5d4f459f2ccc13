import { isZone } from '@atalaya/format/zone'
import { type OutputUnit, type Schema, Validator } from '@cfworker/json-schema'
import { type ConfigField, choicesOf, fieldsOf, rowOf, type Values } from './fields.ts'
import type { ConfigNode, ConfigSchema } from './schema.ts'

/** Maximum characters of a text for a pattern. With the rules for patterns, it bounds the time of a match. */
const PATTERN_TEXT_MAX = 128

/** Fault of one value. `key` is the property, empty for the whole. */
export type ValueIssue = { key: string; message: string }

/** Maximum number of checks, about 2 µs each: every part of a property's schema checks its value. */
const CHECKS_MAX = 20_000

/** Checks the values of a configuration against its schema. Returns the faults, at most one for each property. */
export function checkValues(schema: ConfigSchema, values: Values): ValueIssue[] {
  if (checksOf(schema, values) > CHECKS_MAX) return [{ key: '', message: 'There are too many values' }]
  const fields = fieldsOf(schema)
  const found = [
    ...fields.filter((field) => isMissing(field, values)).map(({ key }) => ({ key, message: 'Required' })),
    ...fields.filter(({ key }) => isNoNumber(values[key])).map(({ key }) => ({ key, message: 'Must be a number' })),
    ...faultsOf(schema, values, fields),
    ...fields.map((field) => ({ key: field.key, message: faultOfText(field, values[field.key]) })),
    ...fields.map((field) => ({ key: field.key, message: faultOfRows(field, values[field.key]) })),
  ]
  const faults = new Map<string, string>()
  for (const { key, message } of found) if (message !== null && !faults.has(key)) faults.set(key, message)
  return [...faults].map(([key, message]) => ({ key, message }))
}

/** Maximum number of checks that the values can take. */
function checksOf({ properties, ...whole }: ConfigSchema, values: Values): number {
  const ofEach = Object.entries(properties).map(([key, part]) => partsIn(part) * valuesIn(values[key]))
  return ofEach.reduce((sum, checks) => sum + checks, partsIn(whole) * valuesIn(values))
}

const valuesIn = (value: unknown): number =>
  typeof value === 'object' && value !== null ? Object.values(value).reduce((sum, item) => sum + valuesIn(item), 1) : 1

const partsIn = (schema: unknown): number =>
  typeof schema === 'object' && schema !== null
    ? Object.values(schema).reduce((sum, part) => sum + partsIn(part), Array.isArray(schema) ? 0 : 1)
    : 0

function isMissing({ key, isRequired }: ConfigField, values: Values): boolean {
  return isRequired && (!Object.hasOwn(values, key) || values[key] === '')
}

/**
 * True for NaN and infinity, a form's value for an unreadable number. Validators take it for a number, and JSON has no
 * such thing.
 */
const isNoNumber = (value: unknown): boolean => typeof value === 'number' && !Number.isFinite(value)

function faultsOf(schema: ConfigSchema, values: Values, fields: ConfigField[]): ValueIssue[] {
  const known = new Map(fields.map((field) => [field.key, field]))
  const { valid, errors } = new Validator(withoutTextRules(schema) as Schema, '2020-12', false).validate(values)
  if (valid) return []
  const relevant = errors.filter(({ keyword }) => !PARENT_KEYWORDS.has(keyword))
  if (relevant.length === 0) return [{ key: '', message: 'Invalid input' }]
  return relevant.map((error) => {
    const key = keyOf(error)
    return { key, message: explainIn(known.get(key), error) }
  })
}

/** Keywords whose errors only say that a part has an error. */
const PARENT_KEYWORDS = new Set(['properties', 'additionalProperties', 'items', 'allOf', 'if'])

/** Property that an error is about. A missing one has no location, only its name in the text. */
function keyOf({ keyword, instanceLocation, error }: OutputUnit): string {
  const [key] = instanceLocation.split('/').slice(1)
  return key ?? (keyword === 'required' ? /"([^"]+)"/.exec(error)?.[1] : undefined) ?? ''
}

/** A fault within a row of a list says which row, and which part of it. */
function explainIn(field: ConfigField | undefined, error: OutputUnit): string {
  const [, , row, part = ''] = error.instanceLocation.split('/')
  if (!field || row === undefined) return explain(error, field?.node)
  const missing = error.keyword === 'required' ? /"([^"]+)"/.exec(error.error)?.[1] : undefined
  const inner = field.parts.find(({ key }) => key === (missing ?? part))
  return inRow(Number(row), inner, explain(error, inner?.node))
}

const inRow = (row: number, part: ConfigField | undefined, message: string): string =>
  `Row ${row + 1}${part?.label ? `, ${part.label}` : ''}: ${message}`

/** The first fault of a list's rows that the schema alone does not find. */
function faultOfRows(field: ConfigField, rows: unknown): string | null {
  if (field.kind !== 'list' || !Array.isArray(rows)) return null
  for (const [index, value] of rows.entries()) {
    const row = rowOf(field, value)
    for (const part of field.parts) {
      const message = faultOfPart(part, row)
      if (message) return inRow(index, part, message)
    }
  }
  return null
}

function faultOfPart(part: ConfigField, row: Values): string | null {
  if (isMissing(part, row)) return 'Required'
  return isNoNumber(row[part.key]) ? 'Must be a number' : faultOfText(part, row[part.key])
}

const boundText = (text: string, value: number | undefined) => (value === undefined ? null : `${text} ${value}`)

const UNLISTED = 'Choose one of the listed values'

function explain({ keyword }: OutputUnit, node: ConfigNode | undefined): string {
  const known: Record<string, string | null> = {
    minimum: boundText('Must be at least', node?.minimum),
    maximum: boundText('Must be at most', node?.maximum),
    exclusiveMinimum: boundText('Must be more than', node?.exclusiveMinimum),
    exclusiveMaximum: boundText('Must be less than', node?.exclusiveMaximum),
    multipleOf: boundText('Must be a multiple of', node?.multipleOf),
    minLength: boundText('Too short: the minimum number of characters is', node?.minLength),
    maxLength: boundText('Too long: the greatest number of characters is', node?.maxLength),
    required: 'Required',
    enum: UNLISTED,
    oneOf: node && choicesOf(node) ? UNLISTED : null,
    type: node?.type === 'integer' ? 'Must be a whole number' : null,
    minItems: boundText('Too few: the minimum number of rows is', node?.minItems),
    maxItems: boundText('Too many: the greatest number of rows is', node?.maxItems),
  }
  return known[keyword] ?? 'Invalid input'
}

const textChecks: Partial<Record<ConfigField['kind'], [(text: string) => boolean, string]>> = {
  uri: [(text) => URL.canParse(text), 'Must be an address like https://example.org'],
  color: [(text) => /^#[0-9a-f]{6}$/i.test(text), 'Must be a colour like #ffaa00'],
  date: [isDate, 'Must be a date like 2026-11-21'],
  zone: [isZone, 'Must be a time zone like Europe/Madrid'],
  time: [(text) => /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/.test(text), 'Must be a time like 14:30'],
}

function faultOfText({ kind, node }: ConfigField, value: unknown): string | null {
  if (typeof value !== 'string' || value === '') return null
  const [fits, message] = textChecks[node.format === 'secret-uri' ? 'uri' : kind] ?? []
  if (fits && !fits(value)) return message ?? null
  if (node.pattern === undefined) return null
  const matches = value.length <= PATTERN_TEXT_MAX && new RegExp(node.pattern, 'u').test(value)
  return matches ? null : 'Does not have the expected form'
}

function isDate(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.startsWith(text) === true
}

/** Schema without formats and patterns. Those of the form's own texts are checked above; others never run. */
function withoutTextRules(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutTextRules)
  if (typeof schema !== 'object' || schema === null) return schema
  const rules = Object.entries(schema).filter(([key, rule]) => !(TEXT_RULES.has(key) && typeof rule === 'string'))
  return Object.fromEntries(rules.map(([key, rule]) => [key, DATA.has(key) ? rule : withoutTextRules(rule)]))
}

const TEXT_RULES = new Set(['pattern', 'format'])
/** Keywords that hold values, not schemas. */
const DATA = new Set(['const', 'default', 'enum'])
