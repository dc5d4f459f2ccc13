import { type Manifest, type ModuleMeta, permissionsOf } from '@atalaya/contract/modules'

/** Path of the URL at which a file of a module is served. */
const fileAddress = (id: string, version: string, path: string): string => `/modules/${id}/${version}/${path}`

/** Entry of a module in the catalogue: with the text of its schema, and addresses in place of paths. */
export function toMeta(manifest: Manifest, configSchema: string | undefined, isSandboxed: boolean): ModuleMeta {
  const { requests: _requests, sha256: _sha256, preview, previewDark, fixture, ...rest } = manifest
  const address = (path: string) => fileAddress(manifest.id, manifest.version, path)
  return {
    ...rest,
    configSchema,
    preview: preview && address(preview),
    previewDark: previewDark && address(previewDark),
    fixture: fixture && address(fixture),
    permissions: permissionsOf(manifest),
    isSandboxed,
  }
}
