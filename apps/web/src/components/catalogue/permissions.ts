import type { ModulePermissions } from '@atalaya/contract/modules'

/** Permissions of a module in words; empty if it only draws in its cell. */
export function permissionTexts({ origins, agents, storage }: ModulePermissions): string[] {
  return [
    ...origins.map((origin) => `Asks ${origin} through this server`),
    ...(agents ? ['Reads the agents that are chosen in its form'] : []),
    ...(storage ? ['Stores up to 64 KiB for each widget'] : []),
  ]
}

export type PermissionChange = { text: string; kind: 'new' | 'kept' | 'gone' }

/** Differences between accepted and wanted permissions; new ones come first. */
export function permissionChanges(accepted: ModulePermissions, wanted: ModulePermissions): PermissionChange[] {
  const before = permissionTexts(accepted)
  const after = permissionTexts(wanted)
  return [
    ...after.filter((text) => !before.includes(text)).map((text) => ({ text, kind: 'new' as const })),
    ...after.filter((text) => before.includes(text)).map((text) => ({ text, kind: 'kept' as const })),
    ...before.filter((text) => !after.includes(text)).map((text) => ({ text, kind: 'gone' as const })),
  ]
}
