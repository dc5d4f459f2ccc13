import { createHash, type KeyObject } from 'node:crypto'
import type { IndexKill, IndexVersion } from '@atalaya/contract/module-index'
import { keyText, signIndex, signPackage } from '@atalaya/module-package/index-file'

type Module = { id: string; name?: string; description?: string; versions: readonly IndexVersion[] }
export type Fields = {
  name?: string
  serial?: number
  madeAt?: string
  modules?: readonly Module[]
  kills?: readonly IndexKill[]
}

/** The content of an index. */
export const indexContent = ({ modules = [], kills = [], ...fields }: Fields = {}) => ({
  format: 'atalaya-index-1',
  name: 'Ours',
  serial: 1,
  madeAt: '2026-11-26T10:00:00.000Z',
  ...fields,
  modules: modules.map((module) => ({ name: module.id, ...module })),
  kills,
})

/** The signed bytes of an index, as a web server has them. */
export const signedIndex = (key: KeyObject, fields: Fields = {}): Buffer =>
  signIndex(Buffer.from(JSON.stringify(indexContent(fields))), key)

/** A version as an index lists it, signed by its publisher; `archive` is served at its address. */
export function signedVersion(
  publisher: KeyObject,
  id: string,
  version: string,
  { archive = Buffer.from('archive'), ...fields }: Partial<IndexVersion> & { archive?: Buffer } = {},
): IndexVersion {
  const sha256 = createHash('sha256').update(archive).digest('hex')
  return {
    version,
    url: `${id}-${version}.tgz`,
    sha256,
    size: archive.length,
    permissions: { origins: [], agents: false, storage: false },
    publisher: keyText(publisher),
    signature: signPackage({ id, version, sha256 }, publisher),
    ...fields,
  }
}
