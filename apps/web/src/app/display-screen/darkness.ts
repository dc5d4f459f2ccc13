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

/** Opacity of the dark layer over a display, from 0 to 1. Of several reasons the darkest counts. */
export function darkness({ settings, zone }: Pick<OwnDisplay, 'settings' | 'zone'>, situation: Situation): number {
  const { brightness, night } = settings
  const isNight =
    !situation.isUrgent &&
    night !== null &&
    isWithin({ ...night, days: EVERY_DAY }, momentIn(knownZone(zone), situation.at))
  const lowest = Math.min(brightness, isNight ? night.brightness : 100, situation.isDimmed ? DIMMED : 100)
  return 1 - lowest / 100
}
