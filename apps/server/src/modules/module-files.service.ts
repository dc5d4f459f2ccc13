import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Manifest } from '@atalaya/contract/modules'
import { contentTypeOf } from '@atalaya/module-package/content-types'
import { framePage } from '@atalaya/module-package/frame-policy'
import { bundledFolder } from './bundled.ts'
import type { Catalogue } from './modules.service.ts'
import type { PackagesRepo } from './packages.repo.ts'

/** A file as it is served; `hash` is its SHA-256. */
export type ModuleFile = { content: Buffer; hash: string; type: string }

type Needs = { repo: Pick<PackagesRepo, 'file' | 'version'>; catalogue: Catalogue }

/** Files of modules: all of a package; of a bundled module those that the marketplace shows. */
export function createModuleFiles({ repo, catalogue }: Needs) {
  async function bundledFile(manifest: Manifest, wantedVersion: string, path: string) {
    const { id, version, preview, previewDark, fixture } = manifest
    if (wantedVersion !== version || ![preview, previewDark, fixture].includes(path)) return null
    const content = await readFile(join(bundledFolder, id, path))
    return toFile(content, path)
  }

  /** Document that runs a module whose entry is a script. */
  async function pageOf(id: string, version: string): Promise<ModuleFile | null> {
    const found = await repo.version(id, version)
    if (!found || found.isRemoved || found.stopped !== null || found.manifest.entry.endsWith('.html')) return null
    return toFile(Buffer.from(framePage(found.manifest)), 'index.html')
  }

  return {
    /** A file by path; the empty path is the document of a module whose entry is a script. */
    async read(id: string, version: string, path: string): Promise<ModuleFile | null> {
      const bundled = catalogue.isBundled(id) ? catalogue.find(id) : null
      if (bundled) return bundledFile(bundled.manifest, version, path)
      if (path === '') return pageOf(id, version)
      const file = await repo.file(id, version, path)
      return file && { content: file.content, hash: file.sha256, type: contentTypeOf(path) }
    },
  }
}
export type ModuleFiles = ReturnType<typeof createModuleFiles>

function toFile(content: Buffer, path: string): ModuleFile {
  return { content, hash: createHash('sha256').update(content).digest('hex'), type: contentTypeOf(path) }
}
