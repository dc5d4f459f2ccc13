import type ts from 'typescript'

/** Faulty replacement of an expression or a statement. */
export type Alternative = { kind: string; to: string }

/** Finds the faulty replacements of a node. */
export type Rule = (node: ts.Node) => Alternative[]
