import { hashKey } from '@tanstack/react-query'

/** Equal values have equal texts; the order of keys does not matter. Absent is not null. */
const textOf = (value: unknown) => hashKey([{ value }])

/**
 * Fields of a form that changed since it was opened. Only these are sent: somebody else may have changed the others
 * meanwhile.
 */
export function onlyChanged<T extends object>(before: { [K in keyof T]?: unknown }, after: T): Partial<T> {
  const entries = Object.entries(after).filter(([key, value]) => textOf(value) !== textOf(before[key as keyof T]))
  return Object.fromEntries(entries) as Partial<T>
}
