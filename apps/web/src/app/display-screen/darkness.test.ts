import { displaySettings } from '@atalaya/contract/displays'
import { expect, test } from 'vitest'
import { darkness, themeAt } from '#web/app/display-screen/darkness.ts'

const calm = { isDimmed: false, isUrgent: false }
const night = { from: '22:00', to: '06:30', brightness: 0 }

// Madrid is an hour ahead of UTC in winter.
test.each([
  ['lit by day', '2026-11-24T20:59:00Z', {}, calm, 0],
  ['dark from the beginning of the night', '2026-11-24T21:00:00Z', {}, calm, 1],
  ['dark after midnight', '2026-11-25T05:29:00Z', {}, calm, 1],
  ['lit when the night is over', '2026-11-25T05:30:00Z', {}, calm, 0],
  ['lit at night with an urgent page', '2026-11-24T23:00:00Z', {}, { ...calm, isUrgent: true }, 0],
  ['as bright as its settings', '2026-11-24T12:00:00Z', { brightness: 60 }, calm, 0.4],
  ['dimmed while nobody uses it', '2026-11-24T12:00:00Z', { brightness: 60 }, { ...calm, isDimmed: true }, 0.8],
  [
    'as dark as the darker of setting and dimming',
    '2026-11-24T12:00:00Z',
    { brightness: 10 },
    { ...calm, isDimmed: true },
    0.9,
  ],
])('a display is %s', (_sentence, at, change, situation, expected) => {
  const settings = displaySettings.parse({ night, ...change })
  expect(darkness({ settings, zone: 'Europe/Madrid' }, { at: Date.parse(at), ...situation })).toBeCloseTo(expected)
})

test('a display has dark colours at night, and its own by day', () => {
  const settings = displaySettings.parse({ theme: 'light', night: { ...night, brightness: 20 } })
  const themes = ['2026-11-24T20:59:00Z', '2026-11-24T21:00:00Z', '2026-11-25T05:30:00Z'].map((at) =>
    themeAt({ settings, zone: 'Europe/Madrid' }, Date.parse(at)),
  )
  expect(themes).toEqual(['light', 'dark', 'light'])
})
