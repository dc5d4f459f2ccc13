import type { InstalledModule } from '@atalaya/contract/dashboard'
import { type TileAction, tileChoicesOf } from '#web/features/boards/editor/tile-actions.ts'

type TileButtonsProps = { module: InstalledModule; className: string; onAction: (action: TileAction) => void }

/** One button for each action on a widget. */
export function TileButtons({ module, className, onAction }: TileButtonsProps) {
  return tileChoicesOf(module).map(({ kind, text, label, icon: Icon }) => (
    <button
      key={kind}
      type="button"
      aria-label={label}
      title={text}
      className={className}
      onClick={() => onAction({ kind, module })}
    >
      <Icon className="size-4" aria-hidden />
    </button>
  ))
}
