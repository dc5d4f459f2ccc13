import type { InstalledModule } from '@atalaya/contract/dashboard'
import { EllipsisVertical, GripVertical } from 'lucide-react'
import type { HTMLAttributes } from 'react'
import { LateOverlay } from '#web/components/ui/late-overlay.tsx'
import { CostInfo } from '#web/components/widget/cost-info.tsx'
import type { CostMeter } from '#web/components/widget/cost-meter.ts'
import { placeText } from '#web/features/boards/announcements.ts'
import { type TileAction, type TileChoice, tileChoices } from '#web/features/boards/tile-actions.ts'
import type { Moves } from '#web/features/boards/use-lift.ts'

type TileBarProps = {
  module: InstalledModule
  isLifted: boolean
  moves: Moves
  /** Pointer handlers of the move handle. */
  drag: HTMLAttributes<HTMLButtonElement>
  cost: CostMeter
  onAction: (action: TileAction) => void
}

const loadMenu = () => import('#web/features/boards/opened-tile-menu.tsx').then((m) => m.OpenedTileMenu)

const square =
  'grid size-6 shrink-0 place-items-center rounded-md text-muted-foreground hover:bg-accent hover:text-foreground'

/** The strip on top of a widget in the editor: handle, name, and buttons; a menu in place of those where it is narrow. */
export function TileBar({ module, isLifted, moves, drag, cost, onAction }: TileBarProps) {
  const { name } = module.meta
  return (
    <header className="flex h-7 shrink-0 items-center gap-0.5 border-b bg-muted/60 px-0.5">
      <button
        type="button"
        {...drag}
        aria-label={`Drag ${name}, ${placeText(module.position)}`}
        aria-pressed={isLifted}
        className={`${square} cursor-grab touch-none active:cursor-grabbing aria-pressed:bg-primary aria-pressed:text-primary-foreground`}
        onKeyDown={(event) => {
          if (moves.key(module, event.key, event.shiftKey)) event.preventDefault()
        }}
        // A screen reader presses without a key or a pointer.
        onClick={({ detail }) => detail === 0 && moves.key(module, 'Enter', false)}
        onBlur={() => isLifted && moves.cancel()}
      >
        <GripVertical className="size-4" aria-hidden />
      </button>
      <span className="min-w-0 flex-1 truncate font-medium text-xs">{name}</span>
      <CostInfo name={name} cost={cost} className={`${square} @max-[11rem]:hidden`} />
      {tileChoices.map(({ kind, text, label, icon: Icon }) => (
        <button
          key={kind}
          type="button"
          aria-label={label(name)}
          title={text}
          className={`${square} @max-[9rem]:hidden`}
          onClick={() => onAction({ kind, module })}
        >
          <Icon className="size-3.5" aria-hidden />
        </button>
      ))}
      <LateOverlay
        kind="menu"
        load={loadMenu}
        opened={{ onSelect: (kind: TileChoice) => onAction({ kind, module }) }}
        aria-label={`Actions for ${name}`}
        className={`${square} @min-[9rem]:hidden`}
      >
        <EllipsisVertical className="size-4" aria-hidden />
      </LateOverlay>
    </header>
  )
}
