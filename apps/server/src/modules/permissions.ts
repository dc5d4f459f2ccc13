import type { ModulePermissions } from '@atalaya/contract/modules'

/** Whether everything that is asked for has been accepted before. */
export function isWithin(asked: ModulePermissions, accepted: ModulePermissions): boolean {
  const originsFit = asked.origins.every((origin) => accepted.origins.includes(origin))
  return originsFit && (!asked.agents || accepted.agents) && (!asked.storage || accepted.storage)
}

/** Whether both name the same; the order of origins does not matter. */
export const isSame = (a: ModulePermissions, b: ModulePermissions): boolean => isWithin(a, b) && isWithin(b, a)
