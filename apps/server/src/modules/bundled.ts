import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { invalidManifest, ManifestError, type ModuleMeta, parseManifest } from '@atalaya/contract/modules'

const bundledFolder = fileURLToPath(new URL('../../../../modules', import.meta.url))

/**
 * Reads every module of a folder: each subfolder with a `module.json` is one, and its name is the module's id.
 * @throws ManifestError that names the folder and the fault.
 */
export async function readModules(folder: string = bundledFolder): Promise<ModuleMeta[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  const folders = entries.filter((entry) => existsSync(join(folder, entry.name, 'module.json')))
  return Promise.all(folders.map((entry) => readModule(folder, entry.name)))
}

async function readModule(folder: string, name: string): Promise<ModuleMeta> {
  try {
    const home = join(folder, name)
    const {
      configSchema,
      preview: _preview,
      ...manifest
    } = parseManifest(await readFile(join(home, 'module.json'), 'utf8'))
    if (manifest.id !== name) throw invalidManifest([{ path: ['id'], message: `must be the folder's name, ${name}` }])
    if (!existsSync(join(home, manifest.entry))) throw new ManifestError(`No se encontró el entry ${manifest.entry}`)
    return { ...manifest, ...(configSchema && { configSchema: await readSchema(join(home, configSchema)) }) }
  } catch (error) {
    throw new ManifestError(`${name}: ${(error as Error).message}`, { cause: error })
  }
}

async function readSchema(file: string): Promise<string> {
  try {
    return JSON.stringify(JSON.parse(await readFile(file, 'utf8')))
  } catch (error) {
    throw invalidManifest([{ path: ['configSchema'], message: (error as Error).message }])
  }
}
