import { modulePackages } from '@atalaya/contract/module-packages'
import { type ModuleMeta, modules } from '@atalaya/contract/modules'
import { createTestApp } from './test-app.ts'
import { upload } from './uploads.ts'

/** Part of a manifest that asks for one origin, and the permissions that an administrator accepts for it. */
export const weatherRequests = { requests: { now: { url: 'https://api.example.org/now' } } }
export const weatherPermissions = { origins: ['https://api.example.org'], agents: false, storage: false }
export const noPermissions = { origins: [], agents: false, storage: false }

/** An application whose administrator installs packages; those of the tests are versions of the module `clock`. */
export async function createPackageWorld() {
  const app = await createTestApp()
  const admin = (await app.signUp()).tokens.accessToken
  const catalogue = async (): Promise<ModuleMeta[]> => (await app.call(modules.list, {}, admin)).body.data.modules

  return {
    app,
    admin,
    catalogue,
    install: (bytes: Buffer) => upload(app, admin, bytes),
    clock: async () => (await catalogue()).find(({ id }) => id === 'clock'),
    activate: (version: string, permissions: object) =>
      app.call(modulePackages.activate, { params: { id: 'clock', version }, body: { permissions } }, admin),
    get: (url: string, headers: Record<string, string> = {}) => app.app.inject({ method: 'GET', url, headers }),
    close: app.close,
  }
}
export type PackageWorld = Awaited<ReturnType<typeof createPackageWorld>>
