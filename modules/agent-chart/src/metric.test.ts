import { axisInUnits } from '@atalaya/charts/axis'
import { expect, test } from 'vitest'
import { baseOf, ticksOf } from './metric.ts'

test.each([
  ['uptime.seconds', 100_000, ['0 h', '20 h', '40 h']],
  ['uptime.seconds', 400_000, ['0 d', '2.5 d', '5 d']],
  ['memory.used', 900 * 1024 ** 2, ['0 GiB', '0.5 GiB', '1 GiB']],
  ['temperature.celsius', 0.4, ['0 °C', '0.2 °C', '0.4 °C']],
  ['pump.flow', 0.005, ['0', '0.0025', '0.005']],
  ['network.sent', 3 * 1024, ['0 KiB/s', '2 KiB/s', '4 KiB/s']],
])('the ticks of %s up to %d share one unit', (metric, max, texts) => {
  const { ticks, text } = axisInUnits({ min: 0, max }, ticksOf(metric, {}), { count: 2, base: baseOf(metric) })
  expect(ticks.map(text)).toEqual(texts)
})
