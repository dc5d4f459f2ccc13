import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { npmArchiveOf } from '@atalaya/testbed/archives'
import { buildModule } from 'atalaya-module/build'

/** Time for a module's frame: on a busy machine it starts at the second try, 15 s after the first gave up. */
export const FRAME_TIMEOUT = { timeout: 60_000 }

const examples = path.join(import.meta.dirname, '../examples')

/** The archive of an example that needs no build. */
export function exampleArchive(name: string): Buffer {
  const folder = path.join(examples, name)
  return npmArchiveOf(
    Object.fromEntries(readdirSync(folder).map((file) => [file, readFileSync(path.join(folder, file))])),
  )
}

/** The archive of an example as the packer builds it, with other fields in its manifest. */
export async function builtArchive(name: string, fields: object): Promise<Buffer> {
  const { manifest, files } = await buildModule(path.join(examples, name))
  const text = JSON.stringify({ ...manifest, ...fields })
  return npmArchiveOf({ ...Object.fromEntries(files), 'module.json': text })
}
