import { randomBytes, randomUUID } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '#server/config.ts'

const KEY_BYTES = 32

/** The key of everything that is encrypted at rest: the setting, or a file that is made at the first start. */
export async function readSecretKey({ SECRET_KEY, DATA_DIR }: Pick<Config, 'SECRET_KEY' | 'DATA_DIR'>) {
  if (SECRET_KEY !== undefined) return SECRET_KEY
  await mkdir(DATA_DIR, { recursive: true, mode: 0o700 })
  const file = join(DATA_DIR, 'secret.key')
  const key = (await readIfThere(file)) ?? (await make(file))
  if (key.trim().length < KEY_BYTES * 2) {
    throw new Error(`${file} holds no key; restore it from a back-up, or delete it and enter all secrets again`)
  }
  return key.trim()
}

/** Where two processes start at once, the file of one of them appears, whole, and both read it. */
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
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
