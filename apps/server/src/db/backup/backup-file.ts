import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { parseJson, UnreadableJson } from '@atalaya/contract/bounded-json'
import { z } from 'zod'
import { linesOf } from './lines.ts'

/*
 * A backup is gzip over lines of JSON: what it is, then each table with its rows as arrays, then the number of rows and
 * the SHA-256 of all lines before. It is the same for both databases, so that it also moves data from one to the other.
 */
const header = z.object({
  format: z.literal('atalaya.backup'),
  version: z.literal(1),
  createdAt: z.iso.datetime(),
  /** Every migration that the database had seen, in their order. */
  migrations: z.array(z.string()).min(1),
})
export type BackupHeader = z.infer<typeof header>

const tableLine = z.strictObject({ table: z.string().regex(/^\w+$/), columns: z.array(z.string().regex(/^\w+$/)) })
const endLine = z.strictObject({ end: z.literal(true), rows: z.int(), sha256: z.string() })
const rowLine = z.array(z.union([z.string(), z.number(), z.null()]))
export type Row = z.infer<typeof rowLine>

/** A table with all of its rows, in the order in which tables can be filled. */
export type TableRows = { table: string; columns: string[]; rows: AsyncIterable<Row> | Iterable<Row> }
/** Some rows of a table, at least one, in the order of the file. */
export type RowBatch = { table: string; columns: string[]; rows: Row[] }

const BATCH_ROWS = 500
/** Beyond the longest row there is: a file of a module, of 5 MB as base64. */
const LINE_MAX_CHARACTERS = 8 * 1024 * 1024
/** A row is a list of scalars; a table or the header is one inside an object. */
const LINE_BOUNDS = { depth: 2, values: 10_000 }

/** What zlib says of a file that is none of its own. */
const NOT_GZIP = 'incorrect header check'

/** The file can't be restored; the message says why, for the terminal. */
export class BackupError extends Error {}
const foreign = () => new BackupError('This is not a backup of Atalaya')
const damaged = () => new BackupError('The backup is damaged; use another one')

/**
 * Writes a backup; the file appears under its name when it is whole and on the disk.
 * @returns how many rows it holds
 * @throws BackupError when there is such a file already
 */
export async function writeBackup(
  file: string,
  about: Omit<BackupHeader, 'format' | 'version'>,
  tables: AsyncIterable<TableRows>,
): Promise<number> {
  const reserved = await open(file, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EEXIST' ? new BackupError(`${file} exists already; choose another name`) : error
  })
  await reserved.close()
  const part = `${file}.part`
  let count = 0

  async function* lines() {
    const hash = createHash('sha256')
    const line = (value: unknown) => {
      const text = `${JSON.stringify(value)}\n`
      hash.update(text)
      return text
    }
    yield line({ format: 'atalaya.backup', version: 1, ...about } satisfies BackupHeader)
    for await (const { table, columns, rows } of tables) {
      yield line({ table, columns })
      for await (const row of rows) {
        count++
        yield line(row)
      }
    }
    yield line({ end: true, rows: count, sha256: hash.copy().digest('hex') })
  }

  try {
    await pipeline(Readable.from(lines()), createGzip(), createWriteStream(part, { mode: 0o600, flush: true }))
    await rename(part, file)
    return count
  } catch (error) {
    await Promise.all([rm(part, { force: true }), rm(file, { force: true })])
    throw error
  }
}

/**
 * Reads a whole backup and checks every line of it.
 * @throws BackupError when it is damaged, cut short or something else
 */
export async function verifyBackup(file: string): Promise<BackupHeader> {
  const { about, batches } = await readBackup(file)
  for await (const _batch of batches());
  return about
}

/** What a backup says of itself, and its rows. @throws BackupError as soon as something is wrong with the file. */
export async function readBackup(file: string) {
  const source = createReadStream(file)
  const unpacked = source.pipe(createGunzip())
  source.once('error', (error) => unpacked.destroy(error))
  const lines = linesOf(unpacked, LINE_MAX_CHARACTERS)
  const hash = createHash('sha256')

  /** The next line, and the digest of all before it. */
  async function next(): Promise<{ value: unknown; before: string }> {
    const { value: text, done } = await lines.next()
    if (done) throw damaged()
    const before = hash.copy().digest('hex')
    hash.update(`${text}\n`)
    return { value: parseJson(text, LINE_BOUNDS), before }
  }

  /** Each row with its table, until the last line proves that this was all. */
  async function* entries() {
    let heading: z.infer<typeof tableLine> = { table: '', columns: [] }
    let count = 0
    for (;;) {
      const { value, before } = await next().catch(asDamaged)
      const end = endLine.safeParse(value)
      if (end.success && end.data.rows === count && end.data.sha256 === before) return
      const entry = z.union([rowLine, tableLine]).safeParse(value)
      if (!entry.success) throw damaged()
      if (!Array.isArray(entry.data)) {
        heading = entry.data
        continue
      }
      count++
      yield { ...heading, row: entry.data }
    }
  }

  async function* batches(): AsyncGenerator<RowBatch> {
    let batch: RowBatch | null = null
    for await (const { table, columns, row } of entries()) {
      if (batch && (batch.table !== table || batch.rows.length === BATCH_ROWS)) {
        yield batch
        batch = null
      }
      batch ??= { table, columns, rows: [] }
      batch.rows.push(row)
    }
    if (batch) yield batch
  }

  const first = await next().catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') throw new BackupError(`There is no file ${file}`)
    throw error instanceof UnreadableJson || error.message === NOT_GZIP ? foreign() : damaged()
  })
  const about = header.safeParse(first.value)
  if (!about.success) throw foreign()
  return { about: about.data, batches }
}

function asDamaged(error: unknown): never {
  const isOurs = error instanceof BackupError || (error as NodeJS.ErrnoException).code?.startsWith('E')
  throw isOurs ? error : damaged()
}
