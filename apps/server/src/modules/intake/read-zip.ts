import { buffer } from 'node:stream/consumers'
import { createCollector, FILES_MAX, type Files, PackageError } from '@atalaya/module-package/package-files'
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'

/** Values of the ZIP format: the system that wrote an entry, and Unix's types of files. */
const UNIX = 3
const TYPE_BITS = 0o170000
const REGULAR = 0o100000
const FOLDER = 0o040000

/**
 * Unpacks a `.zip` in memory.
 * @throws PackageError for anything but plain files and folders within the limits
 */
export async function readZip(bytes: Buffer): Promise<Files> {
  try {
    const zip = await fromBufferPromise(bytes, { strictFileNames: true, validateEntrySizes: true })
    // Folders count too, hence the factor.
    if (zip.entryCount > FILES_MAX * 2) throw new PackageError(`The archive holds more than ${FILES_MAX} files`)
    return await readEntries(zip)
  } catch (error) {
    if (error instanceof PackageError) throw error
    throw new PackageError(`The archive is damaged: ${(error as Error).message}`)
  }
}

async function readEntries(zip: ZipFile): Promise<Files> {
  const collector = createCollector()
  for await (const entry of zip.eachEntry()) {
    refuseUnusable(entry)
    if (entry.fileName.endsWith('/')) continue
    collector.reserve(entry.fileName, entry.uncompressedSize)
    // Reading fails if an entry has more or fewer bytes than the archive claims, so the claims can be trusted.
    collector.add(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)))
  }
  return collector.files()
}

function refuseUnusable(entry: Entry): void {
  const type = (entry.externalFileAttributes >>> 16) & TYPE_BITS
  const isUnix = entry.versionMadeBy >>> 8 === UNIX
  if (isUnix && type !== 0 && type !== REGULAR && type !== FOLDER) {
    throw new PackageError(`The archive contains a link or a special file: ${entry.fileName}`)
  }
  if (entry.isEncrypted()) throw new PackageError(`${entry.fileName} is encrypted`)
  if (!entry.canDecodeFileData()) throw new PackageError(`${entry.fileName} is packed in a way that is not supported`)
}
