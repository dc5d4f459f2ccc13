import type { Formats } from '@atalaya/format/formats'
import { numberText } from '@atalaya/format/number'
import type { Entity } from '../server/entity.ts'

/** State of an entity in words. `isOn` is true for one that is on, open or at work; null for numbers. */
export type EntityText = { text: string; unit: string; isOn: boolean | null; isKnown: boolean }

/** Words for *on* and *off* of a binary sensor, by its device class. */
const BINARY = new Map<string, [on: string, off: string]>([
  ['battery', ['Low', 'Good']],
  ['connectivity', ['Connected', 'Away']],
  ['door', ['Open', 'Closed']],
  ['garage_door', ['Open', 'Closed']],
  ['gas', ['Gas', 'Clear']],
  ['lock', ['Unlocked', 'Locked']],
  ['moisture', ['Wet', 'Dry']],
  ['motion', ['Motion', 'Still']],
  ['occupancy', ['Somebody', 'Nobody']],
  ['opening', ['Open', 'Closed']],
  ['presence', ['Home', 'Away']],
  ['problem', ['Problem', 'Fine']],
  ['safety', ['Unsafe', 'Safe']],
  ['smoke', ['Smoke', 'Clear']],
  ['window', ['Open', 'Closed']],
])
const ON = new Set(['on', 'open', 'opening', 'unlocked', 'playing', 'home', 'heat', 'cool', 'cleaning', 'active'])
const UNKNOWN = new Set(['unavailable', 'unknown'])
const DECIMALS = 2

export function entityText({ id, state, unit, kind }: Entity, formats: Formats): EntityText {
  if (state === null) return { text: 'Not there', unit: '', isOn: false, isKnown: false }
  const isOn = ON.has(state)
  if (UNKNOWN.has(state)) return { text: inWords(state), unit: '', isOn: false, isKnown: false }
  const isNumber = state.trim() !== '' && Number.isFinite(Number(state))
  if (isNumber) return { text: numberText(Number(state), DECIMALS, formats), unit, isOn: null, isKnown: true }
  const [on, off] = (id.startsWith('binary_sensor.') && BINARY.get(kind)) || ['On', 'Off']
  const text = state === 'on' ? on : state === 'off' ? off : inWords(state)
  return { text, unit, isOn, isKnown: true }
}

/** `not_home` as *Not home*. */
function inWords(state: string): string {
  const words = state.replaceAll('_', ' ')
  return `${words[0]?.toUpperCase() ?? ''}${words.slice(1)}`
}
