/** One part of a regular expression; `content` is the text of an atom, or the alternatives of a group. */
export type Part = {
  content: string | Part[][]
  /** An assertion, which matches no character: `^`, `$`, `\b`. */
  isAssertion: boolean
  /** Has a variable count, which the match chooses: `*`, `+`, `?`, `{2,}`. */
  isVariable: boolean
  /** May match nothing: `*`, `?`, `{0,}`. */
  isOptional: boolean
  isRepeated: boolean
}

const ATOM = /\\(?:u\{[0-9a-f]+\}|p\{[^}]*\}|u[0-9a-f]{4}|x[0-9a-f]{2}|[\s\S])|\[(?:\\[\s\S]|[^\]\\])*\]|[\s\S]/iuy
const OPEN = /\((?:\?:|\?<\w+>)?/y
const QUANTIFIER = /(?:[*+?]|\{\d+(?:,\d*)?\})\??/y
const ASSERTIONS = new Set(['^', '$', '\\b', '\\B'])

/**
 * The alternatives of a regular expression, each with its parts in order. `pattern` is for the flag `u` and has no
 * lookarounds.
 */
export function partsOf(pattern: string): Part[][] {
  let at = 0

  function take(expression: RegExp): string | null {
    expression.lastIndex = at
    const found = expression.exec(pattern)?.[0] ?? null
    at += found?.length ?? 0
    return found
  }

  function alternatives(): Part[][] {
    const all: Part[][] = [[]]
    while (at < pattern.length && pattern[at] !== ')') {
      if (pattern[at] === '|') {
        at++
        all.push([])
      } else all.at(-1)?.push(part())
    }
    return all
  }

  function part(): Part {
    const content = atomOrGroup()
    const quantifier = take(QUANTIFIER)
    const isVariable = quantifier !== null && !/^\{\d+\}/.test(quantifier)
    const isOptional = quantifier !== null && /^(?:[*?]|\{0+[,}])/.test(quantifier)
    const isAssertion = typeof content === 'string' && ASSERTIONS.has(content)
    return { content, isAssertion, isVariable, isOptional, isRepeated: quantifier !== null }
  }

  function atomOrGroup(): string | Part[][] {
    if (take(OPEN) === null) return take(ATOM) ?? ''
    const inside = alternatives()
    // Skips the closing parenthesis.
    at++
    return inside
  }

  return alternatives()
}
