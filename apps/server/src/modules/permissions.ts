import type { ModulePermissions } from '@atalaya/contract/modules'

/** True if every requested permission is accepted. */
export function isWithin(asked: ModulePermissions, accepted: ModulePermissions): boolean {
  const originsFit = asked.origins.every((origin) => accepted.origins.includes(origin))
  return originsFit && (!asked.agents || accepted.agents) && (!asked.storage || accepted.storage)
}

/** True if both are equal; the order of origins does not matter. */
export const isSame = (a: ModulePermissions, b: ModulePermissions): boolean => isWithin(a, b) && isWithin(b, a)
