/** SQLite's primary result codes that the server handles. */
export const sqliteCodes = {
  busy: 5,
  readonly: 8,
  ioerr: 10,
  corrupt: 11,
  full: 13,
  cantopen: 14,
  toobig: 18,
  mismatch: 20,
  notadb: 26,
} as const

/** The file is damaged, or not a database of SQLite. */
export const UNREADABLE: ReadonlySet<number> = new Set([sqliteCodes.corrupt, sqliteCodes.notadb])

/** Primary code of an error of SQLite, on either thread: the last byte of the extended one. Null for other errors. */
export function sqliteCodeOf(error: unknown): number | null {
  const { name, code, errcode } = (error ?? {}) as { name?: string; code?: unknown; errcode?: number }
  if (name === 'SqliteError') return Number(code) & 0xff
  return code === 'ERR_SQLITE_ERROR' && errcode !== undefined ? errcode & 0xff : null
}
