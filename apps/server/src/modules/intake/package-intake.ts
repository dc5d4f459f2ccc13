import { Worker } from 'node:worker_threads'
import type { ModulePackageContent } from '@atalaya/module-package/module-package'
import { PackageError } from '@atalaya/module-package/package-files'
import type { Intake, Parcel } from './parcel.ts'

/** A package of the largest size takes a fifth of a second. */
const INTAKE_MS = 10_000
const MEMORY_MB = 128

/**
 * Unpacks and checks a package in a thread of its own: whatever it makes a parser do, nobody waits for it, and it ends
 * after ten seconds or with 128 MB.
 * @throws PackageError whose message is for people
 */
export async function unpackPackage(parcel: Parcel, timeMs = INTAKE_MS): Promise<ModulePackageContent> {
  const intake = await inThread(parcel, timeMs)
  if ('refused' in intake) throw new PackageError(intake.refused)
  const files = [...intake.content.files].map(([path, bytes]) => [path, Buffer.from(bytes)] as const)
  return { ...intake.content, files: new Map(files) }
}

function inThread(parcel: Parcel, timeMs: number): Promise<Intake> {
  const worker = new Worker(new URL('./intake-worker.ts', import.meta.url), {
    workerData: parcel,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  })
  const { promise, resolve, reject } = Promise.withResolvers<Intake>()
  const late = setTimeout(() => reject(new PackageError('The package takes too long to read')), timeMs)
  worker.once('message', resolve)
  worker.once('error', (error: NodeJS.ErrnoException) => {
    const isTooMuch = error.code === 'ERR_WORKER_OUT_OF_MEMORY'
    reject(isTooMuch ? new PackageError('The package takes too much memory to read') : error)
  })
  worker.once('exit', () => reject(new Error('The thread that reads packages ended without an answer')))
  return promise.finally(() => {
    clearTimeout(late)
    return worker.terminate()
  })
}
