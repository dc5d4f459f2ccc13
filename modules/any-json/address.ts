import type { Recipe } from './recipes.ts'

const WHOLE = /^https?:\/\//i
const HOST = /^[^/?#@\\\s]+$/
const AT_HOST = /^(https?:\/\/)\{\}/

/**
 * Address of the request: the typed one, or the recipe's with typed parts in its gaps. Null if they make none. Refuses
 * an address with a password, since all who see the address can read it.
 */
export function addressOf(recipe: Recipe | undefined, typed: string): URL | null {
  const text = typed.trim() || (recipe?.usual ?? '')
  const filled = WHOLE.test(text) ? (atOrigin(recipe, text) ?? text) : recipe && fill(recipe.address, text)
  if (!filled || !URL.canParse(filled)) return null
  const url = new URL(filled)
  return /^https?:$/.test(url.protocol) && `${url.username}${url.password}` === '' ? url : null
}

/** Replaces scheme and host of the recipe by those of a typed origin (`http://pi.hole/`); null for other texts. */
function atOrigin(recipe: Recipe | undefined, text: string): string | null {
  if (!recipe || !AT_HOST.test(recipe.address) || !URL.canParse(text)) return null
  const { origin, pathname, search, username } = new URL(text)
  return pathname === '/' && `${search}${username}` === '' ? recipe.address.replace(AT_HOST, origin) : null
}

function fill(template: string, text: string): string | null {
  if (text === '') return null
  if (AT_HOST.test(template)) return HOST.test(text) ? template.replace('{}', () => text) : null
  const gaps = template.split('{}').length - 1
  const parts = gaps > 1 ? text.split(',').map((part) => part.trim()) : [text]
  if (parts.length !== gaps || parts.includes('')) return null
  // Without a `?`, all of the template is path.
  const isInPath = template.indexOf('{}') < (template.indexOf('?') + 1 || template.length)
  const encoded = parts.map((part) =>
    isInPath ? part.split('/').map(encodeURIComponent).join('/') : encodeURIComponent(part),
  )
  return template.replaceAll('{}', () => encoded.shift() ?? '')
}
