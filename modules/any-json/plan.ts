import { addressOf } from './address.ts'
import { type Recipe, recipes, type Show, type Value } from './recipes.ts'

/** Values of a form, filled up from its recipe. */
export type Plan = {
  title: string
  recipe: Recipe | undefined
  address: URL | null
  header: { name: string; value: string } | null
  values: readonly Value[]
  show: Show
  seconds: number
}

const VALUES_MAX = 12
const SHOWS: readonly string[] = ['Number', 'List', 'Table', 'Chart'] satisfies Show[]
const SECONDS = { default: 300, min: 10, max: 86_400 }

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')

/** Reads a form, also a half-filled one: values of another type count as empty. */
export function planOf(form: Readonly<Record<string, unknown>>): Plan {
  const recipe = recipes.find(({ id }) => id === form.recipe)
  const address = addressOf(recipe, textOf(form.address))
  const values = valuesOf(form.values)
  const shownValues = values.length > 0 ? values : (recipe?.values ?? [])
  const secret = textOf(form.headerValue)
  const name = textOf(form.headerName) || (recipe?.header ?? '')
  const seconds = typeof form.seconds === 'number' ? form.seconds : SECONDS.default
  return {
    title: textOf(form.title) || recipe?.name || address?.host || '',
    recipe,
    address,
    // Lower case, so that it replaces a default header of the same name.
    header: secret !== '' ? { name: name.toLowerCase(), value: secret } : null,
    values: shownValues,
    show: showOf(form.show) ?? recipe?.show ?? (shownValues.length === 1 ? 'Number' : 'List'),
    seconds: Math.min(SECONDS.max, Math.max(SECONDS.min, seconds)),
  }
}

const showOf = (show: unknown): Show | undefined =>
  typeof show === 'string' && SHOWS.includes(show) ? (show as Show) : undefined

function valuesOf(rows: unknown): Value[] {
  if (!Array.isArray(rows)) return []
  return rows
    .slice(0, VALUES_MAX)
    .map((row: unknown) => (typeof row === 'object' && row !== null ? (row as Record<string, unknown>) : {}))
    .filter(({ path }) => textOf(path) !== '')
    .map(({ label, path, unit, decimals }) => ({
      label: textOf(label) || textOf(path),
      path: textOf(path),
      unit: textOf(unit),
      decimals: typeof decimals === 'number' ? decimals : undefined,
    }))
}

const HEADER_NAME = /^[a-z][a-z0-9-]{0,63}$/
/** RFC 9110: visible characters, with spaces and tabs between them. */
const HEADER_VALUE = /^[\x21-\x7e](?:[\t\x20-\x7e]*[\x21-\x7e])?$/
/** Headers of the connection itself, and those that decide the request's target. */
const CONNECTION_HEADERS = new Set([
  ...['accept-encoding', 'connection', 'content-length', 'expect', 'host', 'keep-alive', 'te', 'trailer'],
  ...['transfer-encoding', 'upgrade', 'via', 'forwarded'],
])

/** Returns the missing settings, in words; null if the source can run. */
export function missingOf({ recipe, address, header, values }: Plan): string | null {
  if (!address) {
    return recipe
      ? `As address, type ${recipe.part}.`
      : "Choose a recipe or enter an address, https://…, in this module's settings."
  }
  if (header?.name === '') return "Name the header that the value is for, in this module's settings."
  if (header && (!HEADER_NAME.test(header.name) || CONNECTION_HEADERS.has(header.name) || isProxyHeader(header.name))) {
    return `A header “${header.name.slice(0, 40)}” can't be sent. Choose another one in this module's settings.`
  }
  if (header && !HEADER_VALUE.test(header.value)) return "The header's value has characters that can't be sent."
  return values.length === 0 ? "Choose which values of the answer to show, in this module's settings." : null
}

const isProxyHeader = (name: string) => /^(?:proxy|x-forwarded)-/.test(name)
