import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import type { Config } from '#server/config.ts'
import { sqliteFile } from '#server/db/open.ts'
import type { Db } from '#server/db/schema.ts'
import { StartError } from '#server/domain/errors.ts'
import { keyIdOf } from '#server/secrets/secret-box.ts'
import { findSecretKey, makeSecretKey } from '#server/secrets/secret-key.ts'

/** Rows of the table `meta`: the id of this database, and the key that seals its secrets. */
const ID = 'identity'
const KEY = 'identity.key'

type StoredIdentity = { id: string | null; keyId: string | null; isUsed: boolean }

/** Id that the database was given at its first start; null if it has none yet. */
export async function identityOf(db: Db): Promise<string | null> {
  const row = await db.selectFrom('meta').select('value').where('key', '=', ID).executeTakeFirst()
  return row?.value ?? null
}

/** Gives an empty database an id, so that its later data are not taken for data without their key. */
export async function giveIdIfEmpty(db: Db): Promise<void> {
  if (!(await hasAccounts(db))) await giveId(db)
}

async function giveId(db: Db): Promise<string> {
  await insertOnce(db, ID, randomUUID())
  return (await identityOf(db)) ?? ''
}

/**
 * Refuses a start with a key but without its database. Runs before a missing database file is created.
 * SQLite's files beside a new database would spoil a restored one.
 *
 * @throws StartError if there is a key alone, or a file without a valid key
 */
export async function refuseKeyAlone(config: Config, isNew: boolean): Promise<void> {
  // A file without a valid key is refused in every case, before a database is made beside it.
  const foundKey = await findSecretKey(config)
  if (isNew || config.DATABASE_URL || config.SECRET_KEY !== undefined || existsSync(sqliteFile(config))) return
  if (foundKey !== null) throw keyAlone(config)
}

/**
 * Finds the key that belongs to the database, or makes one if both are new. `isNew`: the key or the database is missing
 * on purpose.
 *
 * @throws StartError if only one of them is there, or they do not belong together
 */
export async function matchKey(db: Db, config: Config, isNew: boolean): Promise<{ id: string; secretKey: string }> {
  const { id, keyId, isUsed } = await readIdentity(db)
  const foundKey = await findSecretKey(config)
  if (!isNew) refuseMismatch({ config, isUsed, isKeyKnown: id === null || keyId !== null, foundKey, keyId })
  // The id first: after a start that is killed between the two, the next one still counts as the first.
  const databaseId = id ?? (await giveId(db))
  const secretKey = foundKey ?? (await makeSecretKey(config))
  if (keyIdOf(secretKey) !== keyId) await put(db, KEY, keyIdOf(secretKey))
  return { id: databaseId, secretKey }
}

type FoundPair = { config: Config; isUsed: boolean; isKeyKnown: boolean; foundKey: string | null; keyId: string | null }

/** @throws StartError if the database or the key is missing, or they do not belong together */
function refuseMismatch({ config, isUsed, isKeyKnown, foundKey, keyId }: FoundPair): void {
  const { DATA_DIR, SECRET_KEY } = config
  if (!isUsed && foundKey !== null && SECRET_KEY === undefined) throw keyAlone(config)
  if (isUsed && isKeyKnown && foundKey === null) {
    throw new StartError(
      `The key of the database is missing: bring ${DATA_DIR}/secret.key back or set SECRET_KEY, or go on with npm start -- --new and enter all secrets again`,
    )
  }
  if (foundKey !== null && keyId !== null && keyIdOf(foundKey) !== keyId) {
    const keyName = SECRET_KEY === undefined ? `${DATA_DIR}/secret.key` : 'SECRET_KEY'
    throw new StartError(
      `${keyName} is not the key of this database: bring the right one back, or go on with npm start -- --new and enter all secrets again`,
    )
  }
}

function keyAlone({ DATA_DIR, DATABASE_URL }: Config): StartError {
  const state = DATABASE_URL ? 'the database of DATABASE_URL is empty' : 'there is no database'
  return new StartError(
    `${DATA_DIR} holds a secret.key, but ${state}: bring it back (a disk that is not mounted? npm run restore -- FILE), or start over with npm start -- --new`,
  )
}

async function readIdentity(db: Db): Promise<StoredIdentity> {
  const rows = await db.selectFrom('meta').selectAll().execute()
  const read = (name: string) => rows.find(({ key }) => key === name)?.value ?? null
  return { id: read(ID), keyId: read(KEY), isUsed: rows.length > 0 || (await hasAccounts(db)) }
}

const hasAccounts = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined

async function insertOnce(db: Db, key: string, value: string): Promise<void> {
  await db
    .insertInto('meta')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
}

async function put(db: Db, key: string, value: string): Promise<void> {
  await db
    .insertInto('meta')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute()
}
