import { expect, test } from 'vitest'
import { entityText } from './words.ts'

const entity = (id: string, state: string | null, kind = '', unit = '') => ({ id, name: id, state, unit, kind })

test.each([
  [entity('sensor.a', '21.456', 'temperature', '°C'), '21.46 °C', null, true],
  [entity('light.a', 'on'), 'On', true, true],
  [entity('light.a', 'off'), 'Off', false, true],
  [entity('binary_sensor.a', 'on', 'door'), 'Open', true, true],
  [entity('binary_sensor.a', 'off', 'door'), 'Closed', false, true],
  [entity('binary_sensor.a', 'on', 'unheard_of'), 'On', true, true],
  [entity('binary_sensor.a', 'on', 'constructor'), 'On', true, true],
  [entity('switch.a', 'on', 'door'), 'On', true, true],
  [entity('person.a', 'not_home'), 'Not home', false, true],
  [entity('sensor.a', 'unavailable', '', '°C'), 'Unavailable', false, false],
  [entity('sensor.a', ''), '', false, true],
  [entity('sensor.a', null), 'Not there', false, false],
])('%o is shown as %s', (input, text, isOn, isKnown) => {
  const shown = entityText(input, { locale: 'en-GB' })
  expect([`${shown.text} ${shown.unit}`.trim(), shown.isOn, shown.isKnown]).toEqual([text, isOn, isKnown])
})
