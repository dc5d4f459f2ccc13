import type { ModulePermissions } from '@atalaya/contract/modules'

/** What a module may do, in words; empty where it only draws in its cell. */
export function permissionTexts({ origins, agents, storage }: ModulePermissions): string[] {
  return [
    ...origins.map((origin) => `Asks ${origin} through this server`),
    ...(agents ? ['Reads the agents that are chosen in its form'] : []),
    ...(storage ? ['Stores up to 64 KiB for each widget'] : []),
  ]
}

export type PermissionChange = { text: string; kind: 'new' | 'kept' | 'gone' }

/** What accepting `wanted` changes against what was accepted before; what is new comes first. */
export function permissionChanges(accepted: ModulePermissions, wanted: ModulePermissions): PermissionChange[] {
  const before = permissionTexts(accepted)
  const after = permissionTexts(wanted)
  return [
    ...after.filter((text) => !before.includes(text)).map((text) => ({ text, kind: 'new' as const })),
    ...after.filter((text) => before.includes(text)).map((text) => ({ text, kind: 'kept' as const })),
    ...before.filter((text) => !after.includes(text)).map((text) => ({ text, kind: 'gone' as const })),
  ]
}
