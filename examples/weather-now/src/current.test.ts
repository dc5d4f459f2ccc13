import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readCurrent } from './current.ts'

test('reads temperature and wind', () => {
  const body = { current: { temperature_2m: -2.5, wind_speed_10m: 12 } }
  assert.deepEqual(readCurrent(body), { temperature: -2.5, wind: 12 })
})

test('refuses an answer of another shape', () => {
  for (const body of [null, '', {}, { current: { temperature_2m: '3' } }]) assert.throws(() => readCurrent(body))
})
