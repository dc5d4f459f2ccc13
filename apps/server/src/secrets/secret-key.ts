import { randomBytes, randomUUID } from 'node:crypto'
import { link, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '#server/config.ts'
import { StartError } from '#server/domain/errors.ts'
import { makePrivateFolder } from '#server/domain/private-folder.ts'

const KEY_BYTES = 32

type KeyConfig = Pick<Config, 'SECRET_KEY' | 'DATA_DIR'>

const fileIn = ({ DATA_DIR }: KeyConfig) => join(DATA_DIR, 'secret.key')

/**
 * The key of everything that is encrypted at rest: the setting, or a file; null if there is neither.
 * @throws StartError if the file holds no key
 */
export async function findSecretKey(config: KeyConfig): Promise<string | null> {
  if (config.SECRET_KEY !== undefined) return config.SECRET_KEY
  const key = await readIfThere(fileIn(config))
  if (key === null) return null
  if (key.trim().length < KEY_BYTES * 2) {
    throw new StartError(
      `${fileIn(config)} holds no key: bring the right one back, or delete it, go on with npm start -- --new and enter all secrets again`,
    )
  }
  return key.trim()
}

/** Makes a key and its file. If another process was quicker, returns the key of that process. */
export async function makeSecretKey(config: KeyConfig): Promise<string> {
  makePrivateFolder(config.DATA_DIR)
  return (await make(fileIn(config))).trim()
}

/** Makes the key's file in one step, never half written. If two processes start together, both read the first's key. */
async function make(file: string): Promise<string> {
  const draft = `${file}.${randomUUID()}`
  await writeFile(draft, randomBytes(KEY_BYTES).toString('hex'), { mode: 0o600, flush: true })
  try {
    await link(draft, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    await rm(draft)
  }
  return readFile(file, 'utf8')
}

async function readIfThere(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return null
    if (code === 'EISDIR') throw new StartError(`${file} is a folder; restore the file with the key`)
    if (code === 'EACCES') throw new StartError(`${file} can't be read; give it to the account that runs Atalaya`)
    throw error
  }
}
