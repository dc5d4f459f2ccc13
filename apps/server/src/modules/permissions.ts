import type { ModulePermissions } from '@atalaya/contract/modules'

/** True if every requested permission is accepted. */
export function isWithin(requested: ModulePermissions, accepted: ModulePermissions): boolean {
  const originsFit = requested.origins.every((origin) => accepted.origins.includes(origin))
  return originsFit && (!requested.agents || accepted.agents) && (!requested.storage || accepted.storage)
}

/** True if both are equal; the order of origins does not matter. */
export const isSame = (a: ModulePermissions, b: ModulePermissions): boolean => isWithin(a, b) && isWithin(b, a)
