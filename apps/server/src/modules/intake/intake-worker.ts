import { parentPort, workerData } from 'node:worker_threads'
import { ManifestError } from '@atalaya/contract/modules'
import { checkPackage } from '@atalaya/module-package/module-package'
import { PackageError } from '@atalaya/module-package/package-files'
import type { Intake, Parcel } from './parcel.ts'
import { readArchive } from './read-archive.ts'

/** Restores a Buffer: between threads it becomes plain bytes. */
const asBuffer = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)

async function unpack(parcel: Parcel): Promise<Intake> {
  try {
    const files =
      'archive' in parcel
        ? await readArchive(asBuffer(parcel.archive))
        : new Map([...parcel.files].map(([path, bytes]) => [path, asBuffer(bytes)]))
    return { content: checkPackage(files) }
  } catch (error) {
    if (error instanceof PackageError || error instanceof ManifestError) return { refused: error.message }
    throw error
  }
}

parentPort?.postMessage(await unpack(workerData))
