import type { InstalledModule, Page } from '@atalaya/contract/dashboard'
import { GRID_COLUMNS, GRID_ROWS, type Position } from '@atalaya/contract/grid'
import { useRef } from 'react'
import { notSavedText } from '#web/features/boards/editor/announcements.ts'
import { type Edit, idsOf } from '#web/features/boards/editor/board-edits.ts'
import { ColumnTile } from '#web/features/boards/editor/column-tile.tsx'
import { GridTile } from '#web/features/boards/editor/grid-tile.tsx'
import type { Lift } from '#web/features/boards/editor/lift.ts'
import type { TileAction } from '#web/features/boards/editor/tile-actions.ts'
import { useLift } from '#web/features/boards/editor/use-lift.ts'
import { cn } from '#web/lib/looks/cn.ts'
import { gridArea } from '#web/lib/looks/grid-area.ts'
import { useMediaQuery } from '#web/lib/looks/media-query.ts'
import { useStable } from '#web/lib/use-stable.ts'

type GridEditorProps = {
  page: Page
  /** Last edit, if the server refused it. */
  refused: Edit | null
  onEdit: (edit: Edit) => void
  onAction: (action: TileAction) => void
}

/**
 * Canvas of 4 x 5 cells for arranging widgets: 1024 x 500 px, shrinking with the window. On a phone, a column instead.
 */
export function GridEditor({ page: { modules }, refused, onEdit, onAction }: GridEditorProps) {
  const canvas = useRef<HTMLUListElement>(null)
  const { lifted, announcement, refusal, moves } = useLift(modules, onEdit)
  const isColumn = useMediaQuery('(width < 40rem)')
  const refusedIds = refused ? idsOf(refused) : []

  const onTileAction = useStable((action: TileAction) => {
    // Focuses the canvas, because the pressed button is about to disappear.
    if (action.kind === 'remove') canvas.current?.focus()
    onAction(action)
  })

  if (isColumn) {
    return (
      <ul ref={canvas} aria-label="Modules of this page" tabIndex={-1} className="grid gap-3 outline-none">
        {modules.map((module) => (
          <ColumnTile
            key={module._id}
            module={module}
            isRefused={refusedIds.includes(module._id)}
            onAction={onTileAction}
          />
        ))}
      </ul>
    )
  }
  return (
    <>
      <ul
        ref={canvas}
        aria-label="Modules of this page"
        tabIndex={-1}
        // Always `select-none`: selecting text would spoil a drag, and toggling it on each drag would restyle all
        // widgets.
        className="relative grid aspect-[1024/500] min-h-96 [@media(max-height:40rem)]:min-h-80 w-full max-w-[1024px] select-none rounded-xl border bg-muted/50 outline-none [grid-template-columns:repeat(4,minmax(0,1fr))] [grid-template-rows:repeat(5,minmax(0,1fr))]"
        style={{ backgroundImage: gridLines, backgroundSize: `${100 / GRID_COLUMNS}% ${100 / GRID_ROWS}%` }}
      >
        {modules.map((module) => (
          <GridTile
            key={module._id}
            module={module}
            place={placeOf(module, lifted)}
            lift={lifted?.id === module._id ? lifted : null}
            moves={moves}
            isRefused={refusedIds.includes(module._id)}
            onAction={onTileAction}
          />
        ))}
        {lifted?.by === 'pointer' && lifted.landing && <Landing place={lifted.landing} original={lifted.original} />}
      </ul>
      {refusal && <Refusal text={refusal} />}
      <p className="sr-only" aria-live="assertive">
        {refused ? notSavedText : announcement}
      </p>
    </>
  )
}

const gridLines =
  'linear-gradient(to right, var(--border) 1px, transparent 1px), linear-gradient(to bottom, var(--border) 1px, transparent 1px)'

/** Cells where the tile is drawn. By keyboard it jumps to its landing place; by pointer a transform moves it. */
function placeOf({ _id, position }: InstalledModule, lifted: Lift | null): Position {
  return lifted?.id === _id && lifted.by === 'keyboard' ? (lifted.landing ?? lifted.wanted) : position
}

/** Visual only, since a live region has announced it; disappears after a few seconds. */
function Refusal({ text }: { text: string }) {
  return (
    <p
      aria-hidden
      className="pointer-events-none absolute inset-x-2 bottom-2 z-20 mx-auto w-fit max-w-full rounded-lg bg-foreground px-3 py-1.5 text-center text-background text-sm shadow-lg"
    >
      {text}
    </p>
  )
}

/** Cells that the widget will take. Above the widget during a resize, because it keeps its size until the drop. */
function Landing({ place, original }: { place: Position; original: Position }) {
  const isResized = place.w !== original.w || place.h !== original.h
  return (
    <li aria-hidden className={cn('pointer-events-none p-1', isResized && 'z-20')} style={gridArea(place)}>
      <div className="size-full rounded-lg border-2 border-primary border-dashed bg-primary-soft/60" />
    </li>
  )
}
