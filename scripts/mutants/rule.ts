import type ts from 'typescript'

/** One wrong thing in place of an expression or a statement. */
export type Alternative = { kind: string; to: string }

/** Finds the wrong things that can stand in place of a node. */
export type Rule = (node: ts.Node) => Alternative[]
