/** How deep JSON from elsewhere may be nested, and how many values it may have, where a place does not say otherwise. */
export const JSON_BOUNDS: JsonBounds = { depth: 32, values: 100_000 }

/**
 * Most keys of one object, wherever it comes from. Beyond some thousand an engine keeps an object as a dictionary: reading
 * it, listing its keys and checking each of them takes many times as long as the same number of values elsewhere.
 */
export const KEYS_MAX = 4000

export type JsonBounds = {
  /** Most arrays and objects inside each other. */
  depth: number
  /** Most values in all, arrays and objects among them. */
  values: number
}

/** Text that is not JSON, or too much of it; the message says which, for whoever sent it. */
export class UnreadableJson extends Error {}

/**
 * Reads JSON that somebody else wrote (RFC 8259), whose bytes the caller has bounded. What is too deep or has too many
 * values is refused in one pass over the text, before anything is built of it: code that walks what comes back may
 * recurse. Keys that reach the prototype of whatever copies them are refused; a byte order mark is read past, as
 * section 8.1 allows.
 * @throws UnreadableJson
 */
export function parseJson(text: string, bounds: JsonBounds = JSON_BOUNDS): unknown {
  const fault = isSmall(text, bounds) ? null : faultOf(text, bounds)
  if (fault) throw new UnreadableJson(fault)
  const parsed = read(text.charCodeAt(0) === BYTE_ORDER_MARK ? text.slice(1) : text)
  if (PROTOTYPE_PERHAPS.test(text) && reachesPrototype(parsed)) {
    throw new UnreadableJson('must not have a key __proto__ or constructor.prototype')
  }
  return parsed
}

/**
 * Whether a value is JSON within the bounds, `undefined`, functions, circles and numbers that are not finite being none.
 * Some ten times as fast as zod's `json()`, and it can't run out of stack.
 */
export function isJson(value: unknown, { depth, values }: JsonBounds = JSON_BOUNDS): boolean {
  let begun = 0
  const walk = (one: unknown, left: number): boolean => {
    if (++begun > values) return false
    if (typeof one === 'number') return Number.isFinite(one)
    if (typeof one !== 'object') return typeof one === 'string' || typeof one === 'boolean'
    if (one === null) return true
    if (left === 0) return false
    if (Array.isArray(one)) return one.every((inner) => walk(inner, left - 1))
    return Object.values(one).every((inner) => walk(inner, left - 1))
  }
  return walk(value, depth)
}

const BYTE_ORDER_MARK = 0xfeff

/** Written out, or with a letter of it as an escape. */
const PROTOTYPE_PERHAPS = /__proto__|constructor|\\u00[567]/

function reachesPrototype(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (Object.hasOwn(value, '__proto__')) return true
  const { constructor: own } = value
  if (typeof own === 'object' && own !== null && Object.hasOwn(own, 'prototype')) return true
  return Object.values(value).some(reachesPrototype)
}

function read(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new UnreadableJson(`is not JSON: ${(error as SyntaxError).message}`)
  }
}

/** Too short, and with too few brackets, to exceed anything: so is nearly all that agents send, and nothing is counted. */
function isSmall(text: string, { depth, values }: JsonBounds): boolean {
  if (text.length > Math.min(values, KEYS_MAX)) return false
  const lists = countOf(text, '[', depth)
  return lists <= depth && lists + countOf(text, '{', depth) <= depth
}

/** How often a mark is found, counted to one beyond `most`. */
function countOf(text: string, mark: string, most: number): number {
  let found = 0
  for (let at = text.indexOf(mark); at !== -1 && found <= most; at = text.indexOf(mark, at + 1)) found++
  return found
}

const QUOTE = 0x22
const COMMA = 0x2c
const BACKSLASH = 0x5c
/** A bracket and a brace differ in this bit alone, which the brace has. */
const BRACE_BIT = 0x20
const OPEN = 0x5b | BRACE_BIT
const CLOSE = 0x5d | BRACE_BIT

/** Values and keys are counted by what parts them: each opening bracket and each comma begins one. */
function faultOf(text: string, { depth, values }: JsonBounds): string | null {
  /** How many keys each open object has so far; lists count none. */
  const open: number[] = []
  let begun = 1
  for (let at = 0; at < text.length; at++) {
    const mark = text.charCodeAt(at)
    if (mark === QUOTE) at = endOfString(text, at)
    else if ((mark | BRACE_BIT) === CLOSE) open.pop()
    else if (mark === COMMA || (mark | BRACE_BIT) === OPEN) {
      begin(mark, open)
      const fault = ++begun > values ? `has more than ${values} values` : excessOf(open, depth)
      if (fault) return fault
    }
  }
  return null
}

const LIST = Number.NEGATIVE_INFINITY

function excessOf(open: number[], depth: number): string | null {
  if (open.length > depth) return `is nested more than ${depth} deep`
  return (open.at(-1) ?? LIST) > KEYS_MAX ? `has an object with more than ${KEYS_MAX} keys` : null
}

/** What a comma or an opening bracket begins: a further value of what is open, or something that is open itself. */
function begin(mark: number, open: number[]): void {
  if (mark === COMMA) open.push((open.pop() ?? LIST) + 1)
  else open.push(mark === OPEN ? 1 : LIST)
}

/** Where the string ends that begins here; the text's end where nothing ends it. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const mark = text.charCodeAt(at)
    if (mark === QUOTE) return at
    if (mark === BACKSLASH) at++
  }
  return text.length
}
