import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { permissionsOf } from '@atalaya/contract/modules'
import { create } from 'tar'
import { buildModule } from './build.ts'

const MANIFEST = 'module.json'

export type PackResult = { file: string; size: number; fileCount: number; permissions: string }

/** Checks and builds a module, and writes its archive into its folder or `target`, laid out as by `npm pack`. */
export async function packModule(home: string, target: string = home): Promise<PackResult> {
  const { manifest, files, size } = await buildModule(home)
  const others = [...files].filter(([file]) => file !== MANIFEST)
  const sha256 = Object.fromEntries(
    others.map(([file, content]) => [file, createHash('sha256').update(content).digest('hex')]),
  )
  const text = JSON.stringify({ ...manifest, sha256 }, null, 2)
  const draft = mkdtempSync(path.join(tmpdir(), 'atalaya-pack-'))
  try {
    for (const [name, content] of [[MANIFEST, Buffer.from(text)] as const, ...others]) {
      await mkdir(path.dirname(path.join(draft, name)), { recursive: true })
      await writeFile(path.join(draft, name), content)
    }
    const file = path.join(target, `${manifest.id}-${manifest.version}.tgz`)
    const names = [MANIFEST, ...others.map(([name]) => name).sort()]
    // A fixed time, so that the same sources make the same archive.
    await create({ file, cwd: draft, gzip: true, portable: true, prefix: 'package', mtime: new Date(0) }, names)
    return { file, size, fileCount: files.size, permissions: inWords(permissionsOf(manifest)) }
  } finally {
    rmSync(draft, { recursive: true })
  }
}

function inWords({ origins, agents, storage }: ReturnType<typeof permissionsOf>): string {
  const permissions = [...origins, ...(agents ? ['agents'] : []), ...(storage ? ['storage'] : [])]
  return permissions.length === 0 ? 'nothing' : permissions.join(', ')
}
