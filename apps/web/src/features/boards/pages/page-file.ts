import { parseJson } from '@atalaya/contract/bounded-json'
import type { ModuleMeta } from '@atalaya/contract/modules'
import { type PageFile, pageFile } from '@atalaya/contract/page-archive'

/** Parses an exported file; throws a readable error if it is not one. */
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

/** Secret missing from a file; `key` is the configuration property of the module at `index`. */
export type MissingSecret = { index: number; module: string; key: string }

export const secretsOf = (file: PageFile): MissingSecret[] =>
  file.modules.flatMap(({ module, secrets }, index) => secrets.map((key) => ({ index, module: module.name, key })))

/** Names of the file's modules that are missing in the catalogue. */
export function unknownModules({ modules }: PageFile, catalogue: readonly Pick<ModuleMeta, 'id'>[]): string[] {
  const known = new Set(catalogue.map(({ id }) => id))
  return [...new Set(modules.filter(({ module }) => !known.has(module.id)).map(({ module }) => module.name))]
}

export type Secrets = Record<string, string>
export const secretId = ({ index, key }: Pick<MissingSecret, 'index' | 'key'>) => `${index}.${key}`

/** File to import: without unknown modules, with the secrets filled in. */
export function completeFile(file: PageFile, catalogue: readonly Pick<ModuleMeta, 'id'>[], secrets: Secrets): PageFile {
  const known = new Set(catalogue.map(({ id }) => id))
  const modules = file.modules.map((entry, index) => {
    const filled = entry.secrets.map((key) => [key, secrets[secretId({ index, key })] ?? ''] as const)
    return { ...entry, config: { ...entry.config, ...Object.fromEntries(filled.filter(([, value]) => value !== '')) } }
  })
  return { ...file, modules: modules.filter(({ module }) => known.has(module.id)) }
}
