import ts from 'typescript'
import type { Alternative, Rule } from './rule.ts'

const VALUE = String.raw`(?:[\w.]+|'[^']*'|\$\{[^{}]*\})`
const CONDITION = String.raw`${VALUE}\s*(?:<>|<=|>=|=|<|>)\s*${VALUE}(?!\s*[-+*/])`

/** Patterns in a text of SQL, each with its faulty replacement. */
const FAULTS: { kind: string; pattern: RegExp; to: (text: string) => string }[] = [
  { kind: 'condition dropped', pattern: new RegExp(String.raw`\s+and ${CONDITION}`, 'g'), to: () => '' },
  { kind: 'condition dropped', pattern: new RegExp(String.raw`(?<=\bwhere )${CONDITION}\s+and `, 'g'), to: () => '' },
  { kind: 'comparison', pattern: /(?<= )(?:<=|>=|<|>)(?= )/g, to: (sign) => (sign[1] ? (sign[0] ?? '') : `${sign}=`) },
  { kind: 'order turned', pattern: /\b(?:desc|asc)\b/g, to: (order) => (order === 'desc' ? 'asc' : 'desc') },
  { kind: 'conflict not met', pattern: /on conflict(?: \([^)]*\))? do nothing/g, to: () => '' },
  { kind: 'filter widened', pattern: /\s+limit (?:\d+|\$\{[^{}]*\})/g, to: () => '' },
]

const replaceMatch = (text: string, { index, 0: matched }: RegExpMatchArray, to: string) =>
  `${text.slice(0, index)}${to}${text.slice((index ?? 0) + matched.length)}`

/** A text of SQL (Kysely's `sql` template) with one fault. */
export const inSqlText: Rule = (node) => {
  if (!ts.isTaggedTemplateExpression(node) || node.tag.getText() !== 'sql') return []
  const text = node.getText()
  return FAULTS.flatMap(({ kind, pattern, to }) =>
    [...text.matchAll(pattern)].map((match): Alternative => ({ kind, to: replaceMatch(text, match, to(match[0])) })),
  )
}

const COMPARISONS: Record<string, string> = { '<': '<=', '<=': '<', '>': '>=', '>=': '>', '=': '!=', '!=': '=' }

/** A query of Kysely in the wrong order, without its conflict clause, or with another comparison. */
export const inQuery: Rule = (node) => {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return []
  const { expression: callee, arguments: args } = node
  const [object, name] = [callee.expression.getText(), callee.name.text]
  const [first, , ...others] = args.map((argument) => argument.getText())
  const withSecond = (second: string) => `${callee.getText()}(${[first, second, ...others].join(', ')})`
  if (name === 'onConflict') return [{ kind: 'conflict not met', to: object }]
  if (name === 'orderBy') {
    const isDescending = args[1]?.getText() === "'desc'"
    return [
      { kind: 'order dropped', to: object },
      { kind: 'order turned', to: isDescending ? `${callee.getText()}(${args[0]?.getText()})` : withSecond("'desc'") },
    ]
  }
  const sign = args[1] && ts.isStringLiteral(args[1]) ? COMPARISONS[args[1].text] : undefined
  return sign && /^(where|on|having)(Ref)?$/.test(name) ? [{ kind: 'comparison', to: withSecond(`'${sign}'`) }] : []
}
