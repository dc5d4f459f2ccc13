import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { invalidManifest, ManifestError, parseManifest } from '@atalaya/contract/modules'
import { checkSchema } from '@atalaya/module-package/module-package'
import type { StoredModule } from './packages.repo.ts'

/** Folder of the modules that come with the product. */
export const bundledFolder = fileURLToPath(new URL('../../../../modules', import.meta.url))

/** URL of a module's server half, if it has one; `*` stands for the module's id. */
export const serverHalves = new URL('../../../../modules/*/server.ts', import.meta.url)

/**
 * Reads every module of a folder: each subfolder with a `module.json`, named by the module's id.
 * @throws ManifestError that names the folder and the fault
 */
export async function readModules(folder: string): Promise<StoredModule[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  const folders = entries.filter((entry) => existsSync(join(folder, entry.name, 'module.json')))
  return Promise.all(folders.map((entry) => readModule(folder, entry.name)))
}

async function readModule(folder: string, name: string): Promise<StoredModule> {
  try {
    const home = join(folder, name)
    const manifest = parseManifest(await readFile(join(home, 'module.json'), 'utf8'))
    if (manifest.id !== name) throw invalidManifest([{ path: ['id'], message: `must be the folder's name, ${name}` }])
    if (!existsSync(join(home, manifest.entry))) throw new ManifestError(`No se encontró el entry ${manifest.entry}`)
    const configSchema = manifest.configSchema && checkSchema(await readText(home, manifest.configSchema))
    return { manifest, configSchema }
  } catch (error) {
    throw new ManifestError(`${name}: ${(error as Error).message}`, { cause: error })
  }
}

async function readText(home: string, path: string): Promise<string> {
  try {
    return await readFile(join(home, path), 'utf8')
  } catch (error) {
    throw invalidManifest([{ path: ['configSchema'], message: (error as Error).message }])
  }
}
