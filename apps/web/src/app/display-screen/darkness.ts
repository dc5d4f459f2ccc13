import { isWithin, momentIn } from '@atalaya/contract/display-playlist'
import type { OwnDisplay } from '@atalaya/contract/displays'
import { knownZone } from '#web/app/display-screen/screen-times.ts'

/** Brightness of an unused display, in per cent. */
const DIMMED = 20
const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7]

type Situation = {
  /** Time, in ms. */
  at: number
  isDimmed: boolean
  /** The content is too important for the night's darkness. */
  isUrgent: boolean
}

type Settings = Pick<OwnDisplay, 'settings' | 'zone'>

/** True within the display's night, if it has one. */
function isNightAt({ settings: { night }, zone }: Settings, at: number): boolean {
  return night !== null && isWithin({ ...night, days: EVERY_DAY }, momentIn(knownZone(zone), at))
}

/** Theme of a display: dark colours at night, because a light page glows even when it is dimmed. */
export const themeAt = (display: Settings, at: number): OwnDisplay['settings']['theme'] =>
  isNightAt(display, at) ? 'dark' : display.settings.theme

/** Opacity of the dark layer over a display, from 0 to 1. Of several reasons the darkest counts. */
export function darkness(display: Settings, situation: Situation): number {
  const { brightness, night } = display.settings
  const isNight = night !== null && !situation.isUrgent && isNightAt(display, situation.at)
  const lowest = Math.min(brightness, isNight ? night.brightness : 100, situation.isDimmed ? DIMMED : 100)
  return 1 - lowest / 100
}
