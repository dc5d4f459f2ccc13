import path from 'node:path'
import ts from 'typescript'
import { sources } from '../lib/workspaces.ts'

const PRODUCT = /^(apps|packages|modules)\//
const TEST = /\.(test|spec)\.tsx?$|\/testing\/|^apps\/server\/test\/|^packages\/testbed\//
/** Browser code: a rejection ends no process and shows in the console. React accepts handlers that return promises. */
const BROWSER_CODE = /^apps\/web\/|^modules\/[^/]+\/src\/|\.tsx$/
/** Methods that await their argument, though their types don't say so: Fastify's `register`, a promise's `finally`. */
const AWAITING = new Set(['register', 'finally'])

/**
 * Promises that nobody handles: a rejection would go unnoticed. The linter finds some; this reads the compiler's types.
 * A promise is handled by `await`, `return`, `.catch`, `.then` with two handlers, or `faults.inBackground`. `void`
 * handles nothing. Returns what is wrong in `base`, empty if there is nothing.
 */
export function floatingPromises(base: string): string {
  const names = sources(base).filter((name) => PRODUCT.test(name) && !TEST.test(name) && !BROWSER_CODE.test(name))
  const program = ts.createProgram(
    names.map((name) => path.join(base, name)),
    {
      target: ts.ScriptTarget.ES2024,
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
      lib: ['lib.es2024.d.ts'],
      types: ['node'],
      jsx: ts.JsxEmit.ReactJSX,
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      allowImportingTsExtensions: true,
      resolveJsonModule: true,
    },
  )
  const checker = program.getTypeChecker()
  return names.flatMap((name) => complaints(name, program.getSourceFile(path.join(base, name)), checker)).join('\n')
}

function complaints(name: string, file: ts.SourceFile | undefined, checker: ts.TypeChecker): string[] {
  if (!file) return [`${name}: not seen by the compiler`]
  const found: string[] = []
  const complain = (node: ts.Node, what: string) => {
    const { line } = file.getLineAndCharacterOfPosition(node.getStart(file))
    found.push(`${name}:${line + 1}: ${what}`)
  }
  const visit = (node: ts.Node): void => {
    const unused = unusedValueOf(node)
    if (unused && isFloating(unused, checker)) complain(unused, 'a rejection of this promise is handled nowhere')
    for (const callback of promiseCallbacksOf(node, checker))
      complain(callback, 'this function returns a promise, and the code that calls it ignores it')
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

/** The expression with an unused value: a statement of its own, or the operand of `void`. */
function unusedValueOf(node: ts.Node): ts.Expression | null {
  if (ts.isVoidExpression(node)) return node.expression
  if (!ts.isExpressionStatement(node) || ts.isVoidExpression(node.expression)) return null
  if (!ts.isBinaryExpression(node.expression)) return node.expression
  const { kind } = node.expression.operatorToken
  const isAssignment = kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment
  return isAssignment ? null : node.expression
}

function isFloating(expression: ts.Expression, checker: ts.TypeChecker): boolean {
  if (ts.isParenthesizedExpression(expression)) return isFloating(expression.expression, checker)
  if (ts.isConditionalExpression(expression)) {
    return isFloating(expression.whenTrue, checker) || isFloating(expression.whenFalse, checker)
  }
  if (ts.isBinaryExpression(expression)) return isFloating(expression.right, checker)
  return isPromise(checker.getTypeAtLocation(expression)) && !isHandled(expression)
}

/** Ends in `.catch(…)` or `.then(…, …)`, perhaps with `.finally(…)` behind it. */
function isHandled(expression: ts.Expression): boolean {
  if (!ts.isCallExpression(expression) || !ts.isPropertyAccessExpression(expression.expression)) return false
  const { name, expression: before } = expression.expression
  if (name.text === 'finally') return isHandled(before)
  const handlers = expression.arguments.length
  return (name.text === 'catch' && handlers > 0) || (name.text === 'then' && handlers > 1)
}

/** Arguments that are functions with a promise as result, where the parameter's type returns void. */
function promiseCallbacksOf(call: ts.Node, checker: ts.TypeChecker): ts.Expression[] {
  if (!ts.isCallExpression(call)) return []
  if (ts.isPropertyAccessExpression(call.expression) && AWAITING.has(call.expression.name.text)) return []
  return call.arguments.filter((argument) => {
    if (ts.isArrowFunction(argument) && !ts.isBlock(argument.body) && isHandled(argument.body)) return false
    const parameterType = checker.getContextualType(argument)
    if (!parameterType) return false
    const returnTypes = signaturesOf(parameterType).map((signature) => signature.getReturnType())
    const isVoid = returnTypes.length > 0 && returnTypes.every((type) => (type.flags & ts.TypeFlags.Void) !== 0)
    if (!isVoid) return false
    return checker
      .getTypeAtLocation(argument)
      .getCallSignatures()
      .some((signature) => isPromise(signature.getReturnType()))
  })
}

const partsOf = (type: ts.Type): ts.Type[] => (type.isUnion() ? type.types : [type])
const signaturesOf = (type: ts.Type) => partsOf(type).flatMap((part) => [...part.getCallSignatures()])
/** A reply of Fastify can be awaited, too, but has no `catch`, and nothing to catch. */
const isPromise = (type: ts.Type) => partsOf(type).some((part) => part.getProperty('catch') !== undefined)
