import { lstat, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ARCHIVE_MAX } from '@atalaya/contract/module-packages'
import { createCollector, PackageError } from '@atalaya/module-package/package-files'
import { makePrivateFolder } from '#server/domain/private-folder.ts'
import type { Parcel } from './intake/parcel.ts'

const ARCHIVE = /\.(?:tgz|tar\.gz|zip)$/

/** A candidate in the folder; `read` throws PackageError if it is too large or no package. */
export type Candidate = { name: string; read: () => Promise<Parcel> }

/** Candidates in the folder: archives, and folders with a module. */
export async function findPackages(folder: string): Promise<Candidate[]> {
  makePrivateFolder(folder)
  const entries = await readdir(folder, { withFileTypes: true })
  const archives = entries.filter((entry) => entry.isFile() && ARCHIVE.test(entry.name))
  const folders = entries.filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
  return [
    ...archives.map(({ name }) => ({ name, read: () => readArchiveFile(join(folder, name)) })),
    ...folders.map(({ name }) => ({ name, read: () => readFolder(join(folder, name)) })),
  ].sort((a, b) => a.name.localeCompare(b.name))
}

async function readArchiveFile(file: string): Promise<Parcel> {
  const { size } = await lstat(file)
  if (size > ARCHIVE_MAX) throw new PackageError(`The archive is larger than ${ARCHIVE_MAX / 1024 / 1024} MiB`)
  return { archive: await readFile(file) }
}

/** Files of a folder, under the same rules as those of an archive. */
async function readFolder(home: string): Promise<Parcel> {
  const collector = createCollector()
  const entries = await readdir(home, { withFileTypes: true, recursive: true })
  for (const entry of entries) {
    if (entry.isDirectory()) continue
    const file = join(entry.parentPath, entry.name)
    const path = file.slice(home.length + 1).replaceAll('\\', '/')
    if (!entry.isFile()) throw new PackageError(`The folder contains a link or a special file: ${path}`)
    collector.reserve(path, (await lstat(file)).size)
    collector.add(path, await readFile(file))
  }
  return { files: collector.files() }
}
