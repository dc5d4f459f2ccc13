import { existsSync, statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { StartError } from '#server/domain/errors.ts'
import { sqliteCodeOf, sqliteCodes, UNREADABLE } from './sqlite-codes.ts'
import { BUSY_TIMEOUT_MS } from './sqlite-file.ts'

/** A file up to this size is checked as a whole, in about a second. */
const WHOLE_MAX_BYTES = 256 * 1024 * 1024
/** Tables that make a database large. Checking them would delay the start. */
const LARGE = new Set(['samples', 'rollups', 'records', 'module_files'])
const RESTORE_HINT =
  'move it away together with the files of its name that end in -wal and -shm, and restore a backup: npm run restore -- FILE'

/**
 * Checks that a file is a complete database of Atalaya, before it is opened for use.
 * @throws StartError that says what is wrong with it
 */
export function checkSqlite(file: string, wholeMaxBytes = WHOLE_MAX_BYTES): void {
  if (!existsSync(file)) return
  if (!statSync(file).isFile()) throw new StartError(`${file} is not a file; move it away, or check DATA_DIR`)
  if (statSync(file).size === 0) return
  const db = new DatabaseSync(file)
  try {
    db.exec(`pragma busy_timeout = ${BUSY_TIMEOUT_MS}`)
    const tables = tablesOf(db)
    if (tables.length > 0 && !tables.includes('kysely_migration')) {
      throw new StartError(`${file} is the database of another program; set DATA_DIR to a folder of your own`)
    }
    // Without an argument the pragma checks the whole file.
    const isSmall = statSync(file).size <= wholeMaxBytes
    const checkArguments = isSmall ? [''] : tables.filter((name) => !LARGE.has(name)).map((name) => `('${name}')`)
    for (const argument of checkArguments) refuseDamage(file, db, argument)
  } catch (error) {
    throw explain(file, error)
  } finally {
    db.close()
  }
}

const tablesOf = (db: DatabaseSync): string[] =>
  (db.prepare(`select name from sqlite_schema where type = 'table'`).all() as { name: string }[]).map(
    ({ name }) => name,
  )

function refuseDamage(file: string, db: DatabaseSync, argument: string): void {
  const [found] = db.prepare(`pragma quick_check${argument}`).all() as { quick_check: string }[]
  if (found && found.quick_check !== 'ok') throw damaged(file, found.quick_check)
}

function explain(file: string, error: unknown): unknown {
  const code = sqliteCodeOf(error)
  if (code === sqliteCodes.busy) {
    return new StartError(`${file} is locked by another program, such as sqlite3 or a backup program; end it`)
  }
  if (code === sqliteCodes.notadb) return new StartError(`${file} is no database, or damaged: ${RESTORE_HINT}`)
  return code !== null && UNREADABLE.has(code) ? damaged(file, (error as Error).message) : error
}

const damaged = (file: string, what: string) =>
  new StartError(`The database ${file} is damaged (${what.replace(/\s+/g, ' ').slice(0, 100)}): ${RESTORE_HINT}`)
