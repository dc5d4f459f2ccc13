import { expect, test } from 'vitest'
import { placeName, unitsOf } from './units.ts'

test.each([
  ['Celsius', 21.4, 10, '21°', '10 km/h'],
  ['Celsius', -0.3, 0, '0°', '0 km/h'],
  ['Fahrenheit', -40, 100, '-40°', '62 mph'],
  [undefined, 0, 0, '0°', '0 km/h'],
])('in the unit %s, %d °C and %d km/h are %s and %s', (choice, celsius, kmh, degrees, speed) => {
  expect(unitsOf(choice).degrees(celsius)).toBe(degrees)
  expect(unitsOf(choice).speed(kmh)).toBe(speed)
})

test.each([
  ['Sevilla, Andalucía, España (37.38, -5.97)', null, 'Sevilla'],
  ['sevilla', 'Sevilla', 'Sevilla'],
  ['40.42, -3.70', null, '40.42, -3.70'],
])('the place “%s”, found as %s, is named %s', (text, found, name) => {
  expect(placeName(text, found)).toBe(name)
})
