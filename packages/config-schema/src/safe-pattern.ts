import { type Part, partsOf } from './pattern-parts.ts'

const PATTERN_MAX = 200
/** Maximum number of ways through the groups of a pattern; each is judged on its own. */
const WAYS_MAX = 20

/**
 * Reason why a regular expression may not run on typed text; null if it may.
 *
 * A safe expression takes linear time: it begins at the start, and the next character alone decides if a repetition
 * goes on. So no part of the text is tried twice. Conservative: some quick expressions are refused, too.
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
  const alternatives = partsOf(pattern)
  if (waysOf(alternatives) > WAYS_MAX) return `must have at most ${WAYS_MAX} ways through its branches`
  if (isNested(alternatives)) return 'must not repeat a group that repeats or chooses inside'
  if (!hasChoice(alternatives)) return null
  const isAnchored = alternatives.every(([first]) => first?.content === '^' && !first.isRepeated)
  if (!isAnchored) return 'must begin with ^ where something repeats'
  const isDecided = alternatives.every((parts) => isDeterministic(parts, []))
  return isDecided ? null : 'must have something after each repetition that the repeated can not be'
}

const groupOf = ({ content }: Part): Part[][] => (typeof content === 'string' ? [] : content)

const waysOf = (alternatives: Part[][]): number =>
  alternatives.reduce(
    (sum, parts) => sum + parts.reduce((ways, part) => ways * Math.max(1, waysOf(groupOf(part))), 1),
    0,
  )

const hasChoice = (alternatives: Part[][]): boolean =>
  alternatives.some((parts) => parts.some((part) => part.isVariable || hasChoice(groupOf(part))))

const hasBranches = (alternatives: Part[][]): boolean =>
  alternatives.length > 1 || alternatives.flat().some((part) => hasBranches(groupOf(part)))

const isNested = (alternatives: Part[][]): boolean =>
  alternatives.flat().some((part) => {
    const inside = groupOf(part)
    return (part.isRepeated && (hasBranches(inside) || hasChoice(inside))) || isNested(inside)
  })

/** True if the next character decides about every repetition in `parts`, which `rest` follows. */
function isDeterministic(parts: Part[], rest: Part[]): boolean {
  return parts.every((part, at) => {
    const after = [...parts.slice(at + 1), ...rest]
    if (!part.isVariable) return groupOf(part).every((inside) => isDeterministic(inside, after))
    const again = firstsOf([{ ...part, isOptional: false }])
    const next = firstsOf(after)
    return again.length > 0 && again.every((one) => next.every((other) => !canShare(one, other)))
  })
}

/** Atoms that can match the first character of these parts. */
function firstsOf([first, ...rest]: Part[]): string[] {
  if (!first || first.content === '$') return []
  if (first.isAssertion) return firstsOf(rest)
  const atoms =
    typeof first.content === 'string'
      ? [first.content]
      : first.content.flatMap((inside) => firstsOf([...inside, ...rest]))
  return first.isOptional ? [...atoms, ...firstsOf(rest)] : atoms
}

const ASCII = String.fromCharCode(...Array(128).keys())
/** Atoms that match ASCII only: `\d`, `\w`, and classes of plain characters, `\d` and `\w`. */
const IN_ASCII = /^(?:\\[dw]|\[(?!\^)(?:\\[dw./^$*+?()[\]{}|-]|[ -[_-~])+\])$/

/** True if one character can match both, or if that can't be known. */
function canShare(one: string, other: string): boolean {
  const both = new RegExp(`(?=${one})${other}`, 'su')
  for (const atom of [one, other]) if (isLiteral(atom)) return both.test(atom.replace(/^\\/, ''))
  return IN_ASCII.test(one) || IN_ASCII.test(other) ? both.test(ASCII) : true
}

/** One character that stands for itself. */
const isLiteral = (atom: string) => /^(?:[^\\.[]|\\[^a-z0-9])$/iu.test(atom)
