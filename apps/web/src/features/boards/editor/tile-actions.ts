import type { InstalledModule, WidgetConfig } from '@atalaya/contract/dashboard'
import { Copy, type LucideIcon, Move, Settings2, Trash2 } from 'lucide-react'
import { isResizable } from '#web/features/boards/editor/lift.ts'

/** Actions on a widget other than direct manipulation. */
export type TileAction =
  | { kind: 'move' | 'configure' | 'copy' | 'remove'; module: InstalledModule }
  | { kind: 'save-config'; module: InstalledModule; config: WidgetConfig }

/** Actions of a widget's toolbar. */
export type TileChoice = Exclude<TileAction['kind'], 'save-config'>
type MenuItem = { kind: TileChoice; text: string; label: string; icon: LucideIcon }

/** Items of a widget's toolbar, in order. */
export function tileChoicesOf({ meta }: InstalledModule): MenuItem[] {
  const { name } = meta
  const move = isResizable(meta) ? 'Move or resize' : 'Move'
  return [
    { kind: 'move', text: `${move}…`, label: `${move} ${name}…`, icon: Move },
    { kind: 'configure', text: 'Edit configuration', label: `Edit configuration of ${name}`, icon: Settings2 },
    { kind: 'copy', text: 'Copy…', label: `Copy ${name}…`, icon: Copy },
    { kind: 'remove', text: 'Delete', label: `Delete ${name}`, icon: Trash2 },
  ]
}
