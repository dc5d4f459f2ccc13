import { displaySettings } from '@atalaya/contract/displays'
import { expect, test } from 'vitest'
import { darkness } from '#web/app/display-screen/darkness.ts'

const calm = { isDimmed: false, isUrgent: false }
const night = { from: '22:00', to: '06:30', brightness: 0 }

// Madrid is an hour ahead of UTC in winter.
test.each([
  ['by day', '2026-11-24T20:59:00Z', {}, calm, 0],
  ['from the begin of the night on', '2026-11-24T21:00:00Z', {}, calm, 1],
  ['after midnight', '2026-11-25T05:29:00Z', {}, calm, 1],
  ['when the night is over', '2026-11-25T05:30:00Z', {}, calm, 0],
  ['an urgent page is lit at night, too', '2026-11-24T23:00:00Z', {}, { ...calm, isUrgent: true }, 0],
  ['as bright as it is to be', '2026-11-24T12:00:00Z', { brightness: 60 }, calm, 0.4],
  ['dimmed while nobody uses it', '2026-11-24T12:00:00Z', { brightness: 60 }, { ...calm, isDimmed: true }, 0.8],
  ['the darker of the two counts', '2026-11-24T12:00:00Z', { brightness: 10 }, { ...calm, isDimmed: true }, 0.9],
])('%s', (_sentence, at, change, how, expected) => {
  const settings = displaySettings.parse({ night, ...change })
  expect(darkness({ settings, zone: 'Europe/Madrid' }, { at: Date.parse(at), ...how })).toBeCloseTo(expected)
})
