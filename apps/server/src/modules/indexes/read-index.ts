import { createHash } from 'node:crypto'
import { IndexError, type IndexKill, type IndexModule, parseIndex } from '@atalaya/contract/module-index'
import { foldForSearch } from '@atalaya/format/folded'
import { openIndex } from '@atalaya/module-package/index-file'
import { inThread } from '../in-thread.ts'

/** A module of an index as a row; `entry` is an `IndexedEntry` as JSON. */
export type IndexRow = { id: string; name: string; search: string; entry: string }

/** A module in an index; `stopped` is the reason why a version was stopped. */
export type IndexedEntry = Omit<IndexModule, 'versions'> & {
  versions: (IndexModule['versions'][number] & { stopped?: string })[]
}

/** An index with a valid signature, ready to be stored. */
export type ReadIndex = {
  key: string
  name: string
  serial: number
  /** Time when it was made, in ms. */
  madeAt: number
  /** SHA-256 of the signed bytes. */
  digest: string
  rows: IndexRow[]
  kills: IndexKill[]
}
export type Reading = { index: ReadIndex } | { refused: string }

/** The largest index takes less than a second. */
const LIMITS = {
  processorMs: 10_000,
  memoryMb: 64,
  name: 'The index',
  refusal: (message: string) => new IndexError(message),
}

/**
 * Verifies and reads an index in a thread of its own.
 * @throws IndexError with a message for people
 */
export async function readIndex(bytes: Buffer): Promise<ReadIndex> {
  const script = new URL('./index-worker.ts', import.meta.url)
  const reading = await inThread<Reading>(script, bytes, LIMITS)
  if ('refused' in reading) throw new IndexError(reading.refused)
  return reading.index
}

/**
 * Verifies and reads an index in this thread; verifies the signature before parsing.
 * @throws IndexError
 */
export function openAndParse(bytes: Buffer): ReadIndex {
  const { key, body } = openIndex(bytes)
  const { name, serial, madeAt, modules, kills } = parseIndex(body.toString())
  const digest = createHash('sha256').update(body).digest('hex')
  const rows = modules.map((module) => rowOf(module, kills))
  return { key, name, serial, madeAt: Date.parse(madeAt), digest, rows, kills }
}

function rowOf(module: IndexModule, kills: readonly IndexKill[]): IndexRow {
  const { id, name, description = '' } = module
  const killsOfModule = kills.filter((kill) => kill.id === id)
  const reasonOf = (version: string) => killsOfModule.find(({ versions }) => versions.includes(version))?.reason
  const versions = module.versions.map((version) => ({ ...version, stopped: reasonOf(version.version) }))
  const entry: IndexedEntry = { ...module, versions }
  return { id, name, search: foldForSearch([id, name, description].join('\n')), entry: JSON.stringify(entry) }
}
