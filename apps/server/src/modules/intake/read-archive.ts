import { ARCHIVE_MAX } from '@atalaya/contract/module-packages'
import { type Files, PackageError } from '@atalaya/module-package/package-files'

const GZIP = Buffer.from([0x1f, 0x8b])
const ZIP = Buffer.from('PK')

/**
 * Unpacks a `.tgz` or a `.zip` in memory; nothing is written to disk.
 * @throws PackageError that names the fault
 */
export async function readArchive(bytes: Buffer): Promise<Files> {
  if (bytes.length > ARCHIVE_MAX) throw new PackageError(`The archive is larger than ${ARCHIVE_MAX / 1024 / 1024} MiB`)
  const magic = bytes.subarray(0, 2)
  if (magic.equals(GZIP)) return (await import('@atalaya/module-package/read-tar')).readTar(bytes)
  if (magic.equals(ZIP)) return (await import('./read-zip.ts')).readZip(bytes)
  throw new PackageError('The file is neither a .tgz nor a .zip archive')
}
