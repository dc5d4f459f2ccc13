import { type ModulePackage, modulePackages } from '@atalaya/contract/module-packages'
import type { ModulePermissions } from '@atalaya/contract/modules'
import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { call } from '#web/lib/calls/api.ts'
import { catalogueQuery } from '#web/lib/catalogue.ts'

/** Extends the catalogue's key: a refresh of the catalogue refreshes the packages, too. */
const packagesKey = [...catalogueQuery.queryKey, 'packages']
const refresh = catalogueQuery.queryKey

export const packagesQuery = queryOptions({
  queryKey: packagesKey,
  queryFn: async ({ signal }) => (await call(modulePackages.list, {}, signal)).packages,
})

export const installPackage = mutationOptions({
  mutationFn: (file: File) => {
    const form = new FormData()
    form.set('file', file)
    return call(modulePackages.install, { body: form })
  },
  meta: { error: false, refresh },
})

export const scanFolder = mutationOptions({
  mutationFn: () => call(modulePackages.scan, {}),
  meta: { error: false, refresh },
})

type Version = { id: string; version: string }

export const activateVersion = mutationOptions({
  mutationFn: ({ id, version, permissions }: Version & { permissions: ModulePermissions }) =>
    call(modulePackages.activate, { params: { id, version }, body: { permissions } }),
  meta: { success: 'Version running', error: false, refresh },
})

export const removeVersion = mutationOptions({
  mutationFn: (params: Version) => call(modulePackages.removeVersion, { params }),
  meta: { success: 'Version removed', refresh },
})

export const removePackage = mutationOptions({
  mutationFn: ({ id }: Pick<ModulePackage, 'id'>) => call(modulePackages.remove, { params: { id } }),
  meta: { success: 'Package removed', error: false, refresh },
})
