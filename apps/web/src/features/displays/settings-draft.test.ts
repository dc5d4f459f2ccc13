import type { DisplaySettings } from '@atalaya/contract/displays'
import { expect, test } from 'vitest'
import { draftOf, type SettingsDraft, settingsOf } from '#web/features/displays/settings-draft.ts'
import { settingsWords } from '#web/features/displays/settings-words.ts'
import { aDisplay } from '#web/features/displays/testing/a-display.ts'
import { aPage } from '#web/testing/boards.ts'

const defaultSettings = aDisplay().settings
const full: DisplaySettings = {
  theme: 'dark',
  colours: 'sea',
  zoom: 150,
  turned: 90,
  brightness: 60,
  language: 'de-AT',
  frame: false,
  transitions: false,
  idle: { minutes: 10, shows: 'clock' },
  night: { from: '22:00', to: '06:30', brightness: 0 },
  onAlert: { pageId: 'home', from: 'warning' },
}

test.each([defaultSettings, full])('settings saved without a change stay the same (%#)', (settings) => {
  expect(settingsOf(draftOf(settings))).toEqual({ settings })
})

test.each<[Partial<SettingsDraft>, errors: object]>([
  [{ zoom: '' }, { zoom: 'Between 50 and 300' }],
  [
    { zoom: '20', brightness: 'much' },
    { zoom: 'Between 50 and 300', brightness: 'Between 10 and 100' },
  ],
  [{ idle: 'dimmed', idleMinutes: '0' }, { idle: 'Between 1 and 240 minutes' }],
  [{ isNight: true, nightFrom: '' }, { night: 'Two times, and a brightness between 0 and 100' }],
  [{ language: 'Deutsch!' }, { language: 'A language is written as en or de-AT' }],
])('an error is reported at its field: %j', (change, errors) => {
  expect(settingsOf({ ...draftOf(defaultSettings), ...change })).toEqual({ errors })
})

test('the summary names only unusual settings', () => {
  expect(settingsWords(defaultSettings, [])).toEqual([])
  expect(settingsWords(full, [aPage()])).toEqual([
    'Dark theme',
    'Colours of its own',
    'Zoom 150 %',
    'Turned by 90°',
    'Brightness 60 %',
    'A clock when nobody has touched it for 10 minutes',
    'Black from 22:00 to 06:30',
    'Dates in de-AT',
    'Without greeting, date and dots',
    'Pages change without sliding',
    'Home while an alert fires (warning or worse)',
  ])
})
