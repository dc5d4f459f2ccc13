import type { Position } from '@atalaya/contract/grid'
import type { Lifted } from '#web/features/boards/lift.ts'

/** A place in words, as people count: from one. */
export const placeText = ({ x, y }: Pick<Position, 'x' | 'y'>) => `column ${x + 1}, row ${y + 1}`
const sizeText = ({ w, h }: Pick<Position, 'w' | 'h'>) => `${w} by ${h}`

export function pickedUp(name: string, { from }: Lifted, isResizable: boolean): string {
  const resize = isResizable ? ' Shift and the arrow keys resize it.' : ''
  return `${name} picked up at ${placeText(from)}. The arrow keys move it, Enter drops it, Escape puts it back.${resize}`
}

export function over(name: string, { from, wanted, landing }: Lifted): string {
  if (!landing) return `No room for ${name} at ${placeText(wanted)}.`
  const pushed = landing.y > wanted.y ? `, pushed down from row ${wanted.y + 1}` : ''
  const size = from.w === landing.w && from.h === landing.h ? '' : `, ${sizeText(landing)}`
  return `${name}, ${placeText(landing)}${size}${pushed}.`
}

export const dropped = (name: string, place: Position) => `${name} dropped at ${placeText(place)}.`
export const putBack = (name: string, place: Position) => `${name} is back at ${placeText(place)}.`
export const noRoom = (name: string, place: Position) => `No room there. ${putBack(name, place)}`
export const notSaved = 'The change could not be saved. The page is as it was before.'
