// Texts for screen readers while a page is edited.
import type { InstalledModule } from '@atalaya/contract/dashboard'
import type { Position } from '@atalaya/contract/grid'
import type { Lift } from '#web/features/boards/editor/lift.ts'

/** Position in words, counted from one. */
export const placeText = ({ x, y }: Pick<Position, 'x' | 'y'>) => `column ${x + 1}, row ${y + 1}`
/** Size in words: columns by rows. */
export const extentText = ({ w, h }: Pick<Position, 'w' | 'h'>) => `${w} by ${h}`

export function pickedUpText(name: string, { original }: Lift, { isResizable }: { isResizable: boolean }): string {
  const resize = isResizable ? ' Shift and the arrow keys resize it.' : ''
  const place = placeText(original)
  return `${name} picked up at ${place}. The arrow keys move it, Enter drops it, Escape puts it back.${resize}`
}

/** Names the size only if it differs from the `previous` one. */
export function movedText(name: string, { wanted, landing }: Lift, previous: Position): string {
  if (!landing) return `No room for ${name} at ${placeText(wanted)}.`
  const pushed = landing.y > wanted.y ? `, pushed down from row ${wanted.y + 1}` : ''
  const size = previous.w === landing.w && previous.h === landing.h ? '' : `, ${extentText(landing)}`
  return `${name}, ${placeText(landing)}${size}${pushed}.`
}

/** Answers a key without effect: the widget is at the edge, or at its module's minimum or maximum size. */
export function limitText(name: string, { wanted }: Lift, { isResizing }: { isResizing: boolean }): string {
  return isResizing ? `${name} stays ${extentText(wanted)}.` : `${name} stays at ${placeText(wanted)}.`
}

export const droppedText = (name: string, place: Position) => `${name} dropped at ${placeText(place)}.`
export const putBackText = (name: string, place: Position) => `${name} is back at ${placeText(place)}.`
/** Explains why the dropped widget is back where it was. */
export function noRoomText(name: string, { original, wanted }: Lift): string {
  const isResized = original.w !== wanted.w || original.h !== wanted.h
  const reason = isResized
    ? 'another module is in its way'
    : `it needs ${extentText(wanted)} free cells, and from row ${wanted.y + 1} down there are none in its columns`
  return `No room there: ${reason}. ${putBackText(name, original)}`
}
export const addedText = ({ meta, position }: InstalledModule) => `${meta.name} added at ${placeText(position)}.`
export const removedText = (name: string) => `${name} deleted. Undo brings it back.`
export const notSavedText = 'The change could not be saved. The page is as it was before.'
