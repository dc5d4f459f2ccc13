import type { InstalledModule, Page } from '@atalaya/contract/dashboard'
import { GRID_COLUMNS, GRID_ROWS, type Position } from '@atalaya/contract/grid'
import { useRef } from 'react'
import { notSaved } from '#web/features/boards/announcements.ts'
import { type Edit, idsOf } from '#web/features/boards/board-edits.ts'
import { gridArea } from '#web/features/boards/grid-area.ts'
import { GridTile } from '#web/features/boards/grid-tile.tsx'
import type { Lifted } from '#web/features/boards/lift.ts'
import type { TileAction } from '#web/features/boards/tile-actions.ts'
import { useLift } from '#web/features/boards/use-lift.ts'
import { useStable } from '#web/lib/use-stable.ts'

type GridEditorProps = {
  page: Page
  /** The last edit, if the server refused it. */
  refused: Edit | null
  onEdit: (edit: Edit) => void
  onAction: (action: TileAction) => void
}

/** The 4 x 5 canvas on which widgets are arranged: 1024 by 500 px, smaller with the window, and higher on a phone, as its display is. */
export function GridEditor({ page: { modules }, refused, onEdit, onAction }: GridEditorProps) {
  const canvas = useRef<HTMLUListElement>(null)
  const { lifted, said, moves } = useLift(modules, onEdit)
  const refusedIds = refused ? idsOf(refused) : []

  const onTileAction = useStable((action: TileAction) => {
    // The button that was pressed is about to go; the canvas takes the focus.
    if (action.kind === 'remove') canvas.current?.focus()
    onAction(action)
  })

  return (
    <>
      <ul
        ref={canvas}
        aria-label="Modules of this page"
        tabIndex={-1}
        // Selecting text would spoil a drag; switching that with each drag would style all widgets anew.
        className="relative grid aspect-[1024/500] min-h-96 max-sm:min-h-136 w-full max-w-[1024px] select-none rounded-xl border bg-muted/50 outline-none [grid-template-columns:repeat(4,minmax(0,1fr))] [grid-template-rows:repeat(5,minmax(0,1fr))]"
        style={{ backgroundImage: gridLines, backgroundSize: `${100 / GRID_COLUMNS}% ${100 / GRID_ROWS}%` }}
      >
        {modules.map((module) => (
          <GridTile
            key={module._id}
            module={module}
            place={placeOf(module, lifted)}
            held={lifted?.id === module._id ? lifted : null}
            moves={moves}
            isRefused={refusedIds.includes(module._id)}
            onAction={onTileAction}
          />
        ))}
        {lifted?.by === 'pointer' && lifted.landing && <Landing place={lifted.landing} />}
      </ul>
      <p className="sr-only" aria-live="assertive">
        {refused ? notSaved : said}
      </p>
    </>
  )
}

const gridLines =
  'linear-gradient(to right, var(--border) 1px, transparent 1px), linear-gradient(to bottom, var(--border) 1px, transparent 1px)'

/** What the keyboard moves is shown where it would land; what the pointer moves follows the pointer. */
function placeOf({ _id, position }: InstalledModule, lifted: Lifted | null): Position {
  return lifted?.id === _id && lifted.by === 'keyboard' ? (lifted.landing ?? lifted.wanted) : position
}

function Landing({ place }: { place: Position }) {
  return (
    <li aria-hidden className="pointer-events-none p-1" style={gridArea(place)}>
      <div className="size-full rounded-lg border-2 border-primary border-dashed bg-primary-soft/60" />
    </li>
  )
}
