const PATTERN_MAX = 200
const CHOICES_MAX = 3

type Kind = 'atom' | 'open' | 'close' | 'branch' | 'quantifier'

const tokens: [Kind, RegExp][] = [
  ['atom', /^\\(?:u\{[0-9a-f]+\}|p\{[^}]*\}|u[0-9a-f]{4}|x[0-9a-f]{2}|[\s\S])/i],
  ['atom', /^\[(?:\\[\s\S]|[^\]\\])*\]/],
  ['open', /^\((?:\?:|\?<\w+>)?/],
  ['close', /^\)/],
  ['branch', /^\|/],
  ['quantifier', /^(?:[*+?]|\{\d+(?:,\d*)?\})\??/],
]

type Group = { hasChoice: boolean }

/**
 * Why a regular expression may not be run on what people type; null where it may. Conservative: whatever could take
 * long is refused, so that no schema can hold up the server or the page.
 */
export function faultOfPattern(pattern: string): string | null {
  if (pattern.length > PATTERN_MAX) return `must have at most ${PATTERN_MAX} characters`
  try {
    new RegExp(pattern, 'u')
  } catch {
    return 'is not a regular expression'
  }
  if (/\\(?:[1-9]|k<)/.test(pattern)) return 'must not refer back to a group'
  if (/\(\?(?:[=!]|<[=!]|[a-z-]+:)/.test(pattern)) return 'must not look ahead or behind, or set flags'
  return faultOfChoices(pattern)
}

/**
 * Walks the expression once. Time grows with the choices that a match can try over again: quantifiers, and groups with
 * branches. A few of them are harmless, unless one is repeated by another.
 */
function faultOfChoices(pattern: string): string | null {
  const open: Group[] = []
  let closed: Group | undefined
  let choices = 0
  for (const [token, kind] of tokensOf(pattern)) {
    if (kind === 'quantifier' && closed?.hasChoice) return 'must not repeat a group that repeats or chooses inside'
    closed = kind === 'close' ? open.pop() : undefined
    if (kind === 'open') open.push({ hasChoice: false })
    if (!isChoice(token, kind)) continue
    choices += 1
    for (const group of open) group.hasChoice = true
  }
  return choices > CHOICES_MAX ? `must have at most ${CHOICES_MAX} repetitions and branches` : null
}

const isChoice = (token: string, kind: Kind) => kind === 'branch' || (kind === 'quantifier' && !/^\{\d+\}$/.test(token))

function* tokensOf(pattern: string): Generator<[string, Kind]> {
  for (let rest = pattern; rest !== ''; ) {
    const token = nextToken(rest)
    yield token
    rest = rest.slice(token[0].length)
  }
}

function nextToken(rest: string): [string, Kind] {
  for (const [kind, expression] of tokens) {
    const found = expression.exec(rest)
    if (found) return [found[0], kind]
  }
  return [rest.slice(0, 1), 'atom']
}
