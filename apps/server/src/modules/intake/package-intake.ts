import type { ModulePackageContent } from '@atalaya/module-package/module-package'
import { PackageError } from '@atalaya/module-package/package-files'
import { inThread } from '../in-thread.ts'
import type { Intake, Parcel } from './parcel.ts'

/** Maximum processor time; a package of maximum size takes a fifth of a second. */
const INTAKE_MS = 10_000
const LIMITS = { memoryMb: 128, name: 'The package', refusal: (message: string) => new PackageError(message) }

/**
 * Unpacks and checks a package in a thread of its own. The thread ends after ten seconds of processor time, or at 128
 * MiB.
 * @throws PackageError with a message for people
 */
export async function unpackPackage(parcel: Parcel, processorMs = INTAKE_MS): Promise<ModulePackageContent> {
  const script = new URL('./intake-worker.ts', import.meta.url)
  const intake = await inThread<Intake>(script, parcel, { ...LIMITS, processorMs })
  if ('refused' in intake) throw new PackageError(intake.refused)
  const files = [...intake.content.files].map(([path, bytes]) => [path, Buffer.from(bytes)] as const)
  return { ...intake.content, files: new Map(files) }
}
