import type { modulePackages } from '@atalaya/contract/module-packages'
import type { Data } from '@atalaya/contract/route'
import { PackageError } from '@atalaya/module-package/package-files'
import { AppError } from '#server/domain/errors.ts'
import { type Candidate, findPackages } from './package-folder.ts'
import type { Installer, PackagesService } from './packages.service.ts'

export type Scan = Data<typeof modulePackages.scan>

const INSTALLED_ALREADY = 'modules.installed_already'

/** Installs new packages of the folder; skips installed ones. Refused ones are listed and don't stop the others. */
export async function scanFolder(folder: string, packages: PackagesService, by: Installer): Promise<Scan> {
  const scan: Scan = { installed: [], refused: [] }
  for (const found of await findPackages(folder)) {
    try {
      const { package: pkg, version, isActive } = await install(found, packages, by)
      scan.installed.push({ id: pkg.id, version, isActive })
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      if (error.details.code !== INSTALLED_ALREADY) scan.refused.push({ name: found.name, message: error.message })
    }
  }
  return scan
}

async function install({ read }: Candidate, packages: PackagesService, by: Installer) {
  try {
    return await packages.install(by, await read())
  } catch (error) {
    if (error instanceof PackageError) throw new AppError('bad_request', error.message)
    throw error
  }
}
