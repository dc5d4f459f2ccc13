import type { InstalledMeta, ModuleMeta } from '@atalaya/contract/modules'
import { readModules } from './bundled.ts'

/** The modules that can be put on a page, read once at start from the folder that holds them. */
export async function createModulesService(folder?: string) {
  const modules = (await readModules(folder)).sort((a, b) => a.name.localeCompare(b.name))
  const installed = new Map(modules.map((meta) => [meta.id, withoutSchema(meta)]))

  return {
    list: (): ModuleMeta[] => modules,
    /** What a page carries of a module; null where the catalogue has no such module. */
    installed: (id: string): InstalledMeta | null => installed.get(id) ?? null,
  }
}
export type Catalogue = Awaited<ReturnType<typeof createModulesService>>

/** Pages leave the schema out: the catalogue has it, and it can be larger than the page. */
function withoutSchema({ configSchema: _schema, ...meta }: ModuleMeta): InstalledMeta {
  return meta
}
