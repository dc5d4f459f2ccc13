import ts from 'typescript'
import { inQuery, inSqlText } from './alternatives-in-sql.ts'
import type { Alternative, Rule } from './rule.ts'

const COMPARISONS: Record<string, string> = { '<': '<=', '<=': '<', '>': '>=', '>=': '>', '===': '!==', '!==': '===' }
const LOGIC: Record<string, string> = { '&&': '||', '||': '&&' }
const ARITHMETIC: Record<string, string> = { '+': '-', '-': '+', '*': '/', '/': '*' }
/** Calls that narrow a result; without them it has too much. */
const NARROWING = new Set(['filter', 'where', 'whereRef', 'limit', 'having', 'slice'])

/** Calls whose arguments may be in either order. */
const ORDERLESS = /^Math\.(min|max)$/

/**
 * Maximum of the numbers that are changed by one. Tests need not notice one more of a larger number, such as a minute
 * or a megabyte.
 */
const OFF_BY_ONE_MAX = 1000

const isText = (node: ts.Node) => ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)

/** Values after `??` that often only satisfy a type: the value before is always there. */
const isNothing = (node: ts.Node) => ['0', "''", '[]', '{}', 'null', 'undefined', 'false'].includes(node.getText())

const binary: Rule = (node) => {
  if (!ts.isBinaryExpression(node)) return []
  const [left, sign, right] = [node.left.getText(), node.operatorToken.getText(), node.right.getText()]
  const alternatives: Alternative[] = []
  const swap = (kind: string, signs: Record<string, string>) => {
    const other = signs[sign]
    if (other) alternatives.push({ kind, to: `${left} ${other} ${right}` })
  }
  swap('comparison', COMPARISONS)
  if (LOGIC[sign]) alternatives.push({ kind: 'condition dropped', to: left }, { kind: 'condition dropped', to: right })
  if (sign === '??' && !isNothing(node.right)) alternatives.push({ kind: 'fallback dropped', to: left })
  // `32 * 1024` is one number.
  const isNumber = ts.isNumericLiteral(node.left) && ts.isNumericLiteral(node.right)
  if (!isText(node.left) && !isText(node.right) && !isNumber) swap('arithmetic', ARITHMETIC)
  return alternatives
}

/** Conditions of `if` and `?`, fixed as true or as false. */
const condition: Rule = (node) => {
  const { parent } = node
  const isCondition =
    (ts.isIfStatement(parent) && parent.expression === node) ||
    (ts.isConditionalExpression(parent) && parent.condition === node)
  if (!isCondition) return []
  return ['true', 'false'].map((to) => ({ kind: 'condition fixed', to }))
}

const negation: Rule = (node) =>
  ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken
    ? [{ kind: 'condition turned', to: node.operand.getText() }]
    : []

const literal: Rule = (node) => {
  if (node.kind === ts.SyntaxKind.TrueKeyword) return [{ kind: 'turned', to: 'false' }]
  if (node.kind === ts.SyntaxKind.FalseKeyword) return [{ kind: 'turned', to: 'true' }]
  if (!ts.isNumericLiteral(node) || Number(node.text) > OFF_BY_ONE_MAX) return []
  const isName = ts.isPropertyAssignment(node.parent) && node.parent.name === node
  return isName ? [] : [{ kind: 'off by one', to: `${node.getText()} + 1` }]
}

const statement: Rule = (node) => {
  if (!ts.isExpressionStatement(node.parent)) return []
  if (ts.isCallExpression(node)) return [{ kind: 'call skipped', to: 'undefined' }]
  if (!ts.isAwaitExpression(node)) return []
  return [
    { kind: 'call skipped', to: 'undefined' },
    { kind: 'not awaited', to: node.expression.getText() },
  ]
}

const call: Rule = (node) => {
  if (!ts.isCallExpression(node) || (node.flags & ts.NodeFlags.OptionalChain) !== 0) return []
  const { expression: callee, arguments: args } = node
  const alternatives: Alternative[] = []
  if (ts.isPropertyAccessExpression(callee)) {
    const [object, name] = [callee.expression.getText(), callee.name.text]
    if (NARROWING.has(name)) alternatives.push({ kind: 'filter widened', to: object })
    const other = object === 'Math' ? { min: 'max', max: 'min' }[name] : undefined
    if (other) alternatives.push({ kind: 'bound turned', to: node.getText().replace(`Math.${name}`, `Math.${other}`) })
  }
  const isSimple = (argument: ts.Node) => ts.isIdentifier(argument) || ts.isPropertyAccessExpression(argument)
  const [first, second, ...rest] = args
  const isBound = ORDERLESS.test(callee.getText())
  if (!isBound && first && second && isSimple(first) && isSimple(second)) {
    const swapped = [second, first, ...rest].map((argument) => argument.getText()).join(', ')
    alternatives.push({ kind: 'arguments swapped', to: `${callee.getText()}(${swapped})` })
  }
  return alternatives
}

/** True for the names on the left of an assignment or declaration, which are no list. */
const isPattern = ({ parent }: ts.Node) =>
  (ts.isVariableDeclaration(parent) && ts.isArrayBindingPattern(parent.name)) ||
  (ts.isBinaryExpression(parent) && parent.operatorToken.kind === ts.SyntaxKind.EqualsToken)

/** Lists and objects, without one of their members. */
const member: Rule = (node) => {
  const isList = ts.isArrayLiteralExpression(node)
  if ((!isList && !ts.isObjectLiteralExpression(node)) || isPattern(node)) return []
  const members: readonly ts.Node[] = isList ? node.elements : node.properties
  if (members.length < 2) return []
  return members.map((member) => {
    const rest = members.filter((other) => other !== member).map((other) => other.getText())
    const name = ts.isPropertyAssignment(member) ? member.name.getText() : member.getText().slice(0, 40)
    return { kind: `member dropped, ${name}`, to: isList ? `[${rest.join(', ')}]` : `{ ${rest.join(', ')} }` }
  })
}

const isAssignment = (node: ts.Node) =>
  (ts.isBinaryExpression(node) &&
    node.operatorToken.kind >= ts.SyntaxKind.FirstAssignment &&
    node.operatorToken.kind <= ts.SyntaxKind.LastAssignment) ||
  ts.isPostfixUnaryExpression(node)

const assignment: Rule = (node) =>
  ts.isExpressionStatement(node.parent) && isAssignment(node) ? [{ kind: 'assignment skipped', to: 'undefined' }] : []

const RULES = [binary, condition, negation, literal, statement, call, member, assignment, inSqlText, inQuery]

/** Faults that could stand in place of this node, one at a time. */
export const alternativesTo = (node: ts.Node): Alternative[] => RULES.flatMap((rule) => rule(node))
