/**
 * Link from a step of a way to the one before. Without it, the file before imports the file of the step.
 * `npm run check` proves each link (`scripts/check/ways.ts`).
 */
export type Link =
  /** Files of `compose` pass the step to the one before. Of several files, each passes it to the next. */
  | { kind: 'handed'; by: string[] }
  /** Both name a value or a word of the contract, and one sends it to the other over the network. */
  | { kind: 'sent'; as: string }
  /** The step passes its function to `to`, which the file before defines. */
  | { kind: 'called back'; to: string }
  /** The step imports the file before, and names `what` of it. */
  | { kind: 'taken'; what: string }
  /** Both know a type of this file. The named function is a part of it. */
  | { kind: 'shape'; in: string }
  /** Both name this file in quotes, or one names the other's path so. */
  | { kind: 'file'; name: string }
  /** One writes the table, the other reads it. */
  | { kind: 'table'; name: string }

/** A function that something passes on its way. */
export type Step = {
  /** Path of its file, from one of `BASES`. */
  file: string
  name: string
  says: string
  link?: Link
  /** File of the step before, if that is not the one above. */
  after?: string
}
export type Way = { title: string; about?: string; steps: Step[] }

/** Folders from which the map names files. */
export const BASES = ['apps/server/src', 'apps/web/src', 'packages', 'apps/web', '']

export const step = (file: string, name: string, says: string, link?: Link): Step => ({
  file,
  name,
  says,
  ...(link && { link }),
})

/** A step that follows another one than the one above it. */
export const from = (after: string, next: Step): Step => ({ ...next, after })

export const handed = (...by: string[]): Link => ({ kind: 'handed', by })
export const sent = (as: string): Link => ({ kind: 'sent', as })
export const calledBack = (to: string): Link => ({ kind: 'called back', to })
export const taken = (what: string): Link => ({ kind: 'taken', what })
export const shape = (file: string): Link => ({ kind: 'shape', in: file })
export const file = (name: string): Link => ({ kind: 'file', name })
export const table = (name: string): Link => ({ kind: 'table', name })
