import type { Recipe } from './recipes.ts'

const HAS_SCHEME = /^https?:\/\//i
const HOST = /^[^/?#@\\\s]+$/
const GAP_IS_HOST = /^(https?:\/\/)\{\}/

/**
 * URL of the request. The address of a recipe has gaps `{}` for the typed text: `http://{}/api`. A typed text is a
 * whole URL, another origin for the recipe, or the text for the gaps. Null if the result is no valid URL. Refuses a URL
 * with a password, since everybody who sees the address can read it.
 */
export function addressOf(recipe: Recipe | undefined, typed: string): URL | null {
  const text = typed.trim() || (recipe?.defaultPart ?? '')
  const filled = HAS_SCHEME.test(text) ? (withTypedOrigin(recipe, text) ?? text) : recipe && fill(recipe.address, text)
  if (!filled || !URL.canParse(filled)) return null
  const url = new URL(filled)
  return /^https?:$/.test(url.protocol) && `${url.username}${url.password}` === '' ? url : null
}

/** Replaces scheme and host of the recipe by those of a typed origin (`http://pi.hole/`); null for other texts. */
function withTypedOrigin(recipe: Recipe | undefined, text: string): string | null {
  if (!recipe || !GAP_IS_HOST.test(recipe.address) || !URL.canParse(text)) return null
  const { origin, pathname, search, username } = new URL(text)
  return pathname === '/' && `${search}${username}` === '' ? recipe.address.replace(GAP_IS_HOST, origin) : null
}

/** Puts the typed text into the gaps, encoded: `40.42, -3.70` fills two. Null if it does not fit. */
function fill(template: string, text: string): string | null {
  if (text === '') return null
  if (GAP_IS_HOST.test(template)) return HOST.test(text) ? template.replace('{}', () => text) : null
  const gaps = template.split('{}').length - 1
  const parts = gaps > 1 ? text.split(',').map((part) => part.trim()) : [text]
  if (parts.length !== gaps || parts.includes('')) return null
  // The gaps are all in the path, or all in the query. Without a `?`, all of the template is path.
  const isInPath = template.indexOf('{}') < (template.indexOf('?') + 1 || template.length)
  const encoded = parts.map((part) =>
    isInPath ? part.split('/').map(encodeURIComponent).join('/') : encodeURIComponent(part),
  )
  return template.replaceAll('{}', () => encoded.shift() ?? '')
}
