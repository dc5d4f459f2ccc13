import type { InstalledModule, WidgetConfig } from '@atalaya/contract/dashboard'
import { Copy, type LucideIcon, Move, Settings2, Trash2 } from 'lucide-react'

/** Actions on a widget other than direct manipulation. */
export type TileAction =
  | { kind: 'move' | 'configure' | 'copy' | 'remove'; module: InstalledModule }
  | { kind: 'save-config'; module: InstalledModule; config: WidgetConfig }

/** Items of a widget's toolbar, in order. */
export const tileChoices = [
  { kind: 'move', text: 'Move…', label: (name: string) => `Move ${name}…`, icon: Move },
  {
    kind: 'configure',
    text: 'Edit configuration',
    label: (name: string) => `Edit configuration of ${name}`,
    icon: Settings2,
  },
  { kind: 'copy', text: 'Copy…', label: (name: string) => `Copy ${name}…`, icon: Copy },
  { kind: 'remove', text: 'Delete', label: (name: string) => `Delete ${name}`, icon: Trash2 },
] as const satisfies { kind: TileAction['kind']; text: string; label: (name: string) => string; icon: LucideIcon }[]

/** Items of the menu that replaces the buttons on a narrow widget. */
export type TileChoice = (typeof tileChoices)[number]['kind']
