import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { Parser, type ReadEntry } from 'tar'
import { createCollector, type Files, PackageError, UNPACKED_MAX } from './package-files.ts'

const FILE_TYPES = new Set(['File', 'OldFile', 'ContiguousFile'])
/** Headers and padding around the files, at most. */
const OVERHEAD_MAX = 2 * 1024 * 1024

/**
 * Unpacks a `.tgz` in memory.
 * @throws PackageError for anything but plain files and folders within the limits.
 */
export async function readTar(bytes: Buffer): Promise<Files> {
  return parse(await unzip(bytes))
}

async function unzip(bytes: Buffer): Promise<Buffer> {
  try {
    return await promisify(gunzip)(bytes, { maxOutputLength: UNPACKED_MAX + OVERHEAD_MAX })
  } catch (error) {
    const isTooLarge = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'
    throw new PackageError(
      isTooLarge ? `The archive unpacks to more than ${UNPACKED_MAX / 1024 / 1024} MiB` : 'The archive is damaged',
    )
  }
}

function parse(bytes: Buffer): Promise<Files> {
  return new Promise((resolve, reject) => {
    const collector = createCollector()
    const refuse = (error: unknown) => {
      reject(error instanceof PackageError ? error : new PackageError('The archive is damaged'))
    }
    const addEntry = (entry: ReadEntry) => {
      try {
        collect(entry, collector)
      } catch (error) {
        refuse(error)
        parser.abort(error as Error)
      }
    }
    const parser = new Parser({ strict: true, onReadEntry: addEntry })
    parser.on('ignoredEntry', (entry: ReadEntry) => addEntry(entry))
    parser.on('error', refuse)
    parser.on('end', () => resolve(collector.files()))
    parser.end(bytes)
  })
}

function collect(entry: ReadEntry, collector: ReturnType<typeof createCollector>): void {
  if (entry.type === 'Directory') return void entry.resume()
  if (!FILE_TYPES.has(entry.type)) {
    throw new PackageError(`The archive contains a link or a special file: ${entry.path} (${entry.type})`)
  }
  collector.reserve(entry.path, entry.size)
  const chunks: Buffer[] = []
  entry.on('data', (chunk: Buffer) => chunks.push(chunk))
  entry.on('end', () => collector.add(entry.path, Buffer.concat(chunks)))
}
