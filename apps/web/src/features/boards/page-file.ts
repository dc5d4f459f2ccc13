import { parseJson } from '@atalaya/contract/bounded-json'
import type { ModuleMeta } from '@atalaya/contract/modules'
import { type PageFile, pageFile } from '@atalaya/contract/page-archive'

/** Reads a file that was exported before; throws an error for people where it is none. */
export function readPageFile(text: string): PageFile {
  const parsed = pageFile.safeParse(jsonOf(text))
  if (!parsed.success) throw new Error('This file is not a page of Atalaya.')
  return parsed.data
}

function jsonOf(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}

/** A secret that a file leaves out; `key` is the property of the configuration of the module at `index`. */
export type MissingSecret = { index: number; module: string; key: string }

export const secretsOf = (file: PageFile): MissingSecret[] =>
  file.modules.flatMap(({ module, secrets }, index) => secrets.map((key) => ({ index, module: module.name, key })))

/** The names of the modules of a file that the catalogue does not have. */
export function unknownModules({ modules }: PageFile, catalogue: readonly Pick<ModuleMeta, 'id'>[]): string[] {
  const known = new Set(catalogue.map(({ id }) => id))
  return [...new Set(modules.filter(({ module }) => !known.has(module.id)).map(({ module }) => module.name))]
}

export type Secrets = Record<string, string>
export const secretId = ({ index, key }: Pick<MissingSecret, 'index' | 'key'>) => `${index}.${key}`

/** The file as it is imported: without modules that are not known, and with the secrets that were filled in. */
export function completed(file: PageFile, catalogue: readonly Pick<ModuleMeta, 'id'>[], given: Secrets): PageFile {
  const known = new Set(catalogue.map(({ id }) => id))
  const modules = file.modules.map((entry, index) => {
    const filled = entry.secrets.map((key) => [key, given[secretId({ index, key })] ?? ''] as const)
    return { ...entry, config: { ...entry.config, ...Object.fromEntries(filled.filter(([, value]) => value !== '')) } }
  })
  return { ...file, modules: modules.filter(({ module }) => known.has(module.id)) }
}
