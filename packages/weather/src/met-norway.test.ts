import { describe, expect, test } from 'vitest'
import { askMetNorway, skyOf } from './met-norway.ts'
import { metNorwayAnswer, toolsAnswering } from './testing/fake-services.ts'

describe('MET Norway', () => {
  const now = new Date('2026-11-21T13:00:00Z')
  const symbols = [
    'clearsky_day',
    'fair_night',
    'lightrain',
    'snow',
    'cloudy',
    'rainandthunder',
    'fog',
    'sleet',
    'rain',
  ]
  const lastModified = 'Sat, 21 Nov 2026 12:31:05 GMT'
  const oslo = { name: 'Oslo', latitude: 59.91, longitude: 10.75 }

  test('is refused with a wind that is infinite in km/h', async () => {
    const body = JSON.stringify(metNorwayAnswer(new Date('2026-11-21T12:00:00Z'), symbols))
    const windy = JSON.parse(body.replaceAll('"wind_speed":5', '"wind_speed":1e308'))
    const { tools } = toolsAnswering(() => ({ body: windy }))
    await expect(askMetNorway(oslo, tools, null, now)).rejects.toThrow('wind_speed')
  })

  test('returns the current weather and the days, by solar time', async () => {
    const body = metNorwayAnswer(new Date('2026-11-21T12:00:00Z'), symbols)
    const { tools, requests } = toolsAnswering(() => ({ body, headers: { 'last-modified': lastModified } }))
    const forecast = await askMetNorway(oslo, tools, null, now)
    expect(forecast.now).toMatchObject({ sky: 'clear', isDay: true, temperature: 0, feelsLike: null, humidity: 80.5 })
    expect(forecast.now.wind).toBeCloseTo(18)
    expect(forecast.days.map(({ date, min, max }) => [date, min, max])).toEqual([
      ['2026-11-22', 2, 5],
      ['2026-11-23', 6, 8],
    ])
    expect(forecast.days[0]?.sky).toBe('cloudy')
    expect(requests[0]?.headers['user-agent']).toMatch(/^Atalaya /)
    expect(requests[0]?.headers).not.toHaveProperty('if-modified-since')
    expect(forecast.version).toBe(lastModified)
  })

  test('has the days of its place, where tomorrow may have begun', async () => {
    const { tools } = toolsAnswering(() => ({ body: metNorwayAnswer(new Date('2026-11-21T12:00:00Z'), symbols) }))
    const auckland = { name: 'Auckland', latitude: -36.85, longitude: 174.76 }
    const { days } = await askMetNorway(auckland, tools, null, now)
    expect(days[0]?.date).toBe('2026-11-23')
  })

  test('takes the sky of the next hour, and a day without a symbol at noon has its nearest one', async () => {
    const body = metNorwayAnswer(new Date('2026-11-21T12:00:00Z'), symbols)
    const [first] = body.properties.timeseries
    const noon = body.properties.timeseries[8]
    Object.assign(first?.data ?? {}, { next_1_hours: { summary: { symbol_code: 'fog' } } })
    Reflect.deleteProperty(noon?.data ?? {}, 'next_6_hours')
    const { tools } = toolsAnswering(() => ({ body }))
    const forecast = await askMetNorway({ ...oslo, longitude: 0 }, tools, null, now)
    expect(forecast.now.sky).toBe('fog')
    expect(forecast.days.map(({ sky }) => sky)).toEqual(['cloudy', 'sleet'])
  })

  test.each([
    [oslo, '2026-11-23'],
    [{ ...oslo, longitude: 7 }, '2026-11-22'],
  ])('takes the nearest hour of solar time at %o', async (where, tomorrow) => {
    const { tools } = toolsAnswering(() => ({ body: metNorwayAnswer(new Date('2026-11-21T12:00:00Z'), symbols) }))
    const { days } = await askMetNorway(where, tools, null, new Date('2026-11-21T23:30:00Z'))
    expect(days[0]?.date).toBe(tomorrow)
  })

  test.each([
    ['2026-11-21T06:59:00Z', false],
    ['2026-11-21T07:00:00Z', true],
    ['2026-11-21T18:59:00Z', true],
    ['2026-11-21T19:00:00Z', false],
  ])('takes the day from the clock where its symbol has none: %s', async (time, isDay) => {
    const at = new Date(time)
    const { tools } = toolsAnswering(() => ({ body: metNorwayAnswer(at, ['rain']) }))
    const greenwich = { name: null, latitude: 51.48, longitude: 0 }
    expect((await askMetNorway(greenwich, tools, null, at)).now).toMatchObject({ isDay, sky: 'rain' })
  })

  test('is requested only for changes, and a 304 keeps the forecast', async () => {
    const body = metNorwayAnswer(now, symbols)
    const first = toolsAnswering(() => ({ body, headers: { 'last-modified': lastModified } }))
    const before = await askMetNorway(oslo, first.tools, null, now)
    const second = toolsAnswering(() => ({ status: 304, body: '' }))
    expect(await askMetNorway(oslo, second.tools, before, now)).toEqual(before)
    expect(second.requests[0]?.headers['if-modified-since']).toBe(lastModified)
  })

  test('shows the weather of the present hour and day after each 304', async () => {
    const first = toolsAnswering(() => ({
      body: metNorwayAnswer(now, symbols),
      headers: { 'last-modified': lastModified },
    }))
    const { tools, requests } = toolsAnswering(() => ({ status: 304, body: '' }))
    const fresh = await askMetNorway(oslo, first.tools, null, now)
    const sixHours = await askMetNorway(oslo, tools, fresh, new Date('2026-11-21T19:00:00Z'))
    const nextDay = await askMetNorway(oslo, tools, sixHours, new Date('2026-11-22T13:00:00Z'))
    expect([fresh, sixHours, nextDay].map((forecast) => [forecast.now.temperature, forecast.now.sky])).toEqual([
      [0, 'clear'],
      [1, 'fair'],
      [4, 'cloudy'],
    ])
    expect([sixHours.days[0]?.date, nextDay.days[0]?.date]).toEqual(['2026-11-22', '2026-11-23'])
    expect(nextDay.today).toEqual({ min: 2, max: 5 })
    expect(requests.map(({ headers }) => headers['if-modified-since'])).toEqual([lastModified, lastModified])
  })

  test.each(['then', 'x'.repeat(10_000), `${lastModified}\r\nx-key: 1`, `${lastModified}, ${lastModified}`, ''])(
    'gets no If-Modified-Since from an invalid date: %s',
    async (made) => {
      const body = metNorwayAnswer(now, symbols)
      const { tools, requests } = toolsAnswering(() => ({ body, headers: { 'last-modified': made } }))
      const before = await askMetNorway(oslo, tools, null, now)
      await askMetNorway(oslo, tools, before, now)
      expect(requests[1]?.headers).not.toHaveProperty('if-modified-since')
    },
  )

  test('has its refusal explained in plain words', async () => {
    const { tools } = toolsAnswering(() => ({ status: 403, body: '' }))
    await expect(askMetNorway(oslo, tools, null, now)).rejects.toThrow('MET Norway has a problem (403)')
  })

  test.each([
    ['lightrainshowersandthunder_day', 'thunder'],
    ['heavysnowshowers_night', 'snow'],
    ['lightrain', 'drizzle'],
    ['partlycloudy_night', 'fair'],
    ['cloudy', 'cloudy'],
  ])('means by %s: %s', (symbol, sky) => {
    expect(skyOf(symbol)).toBe(sky)
  })
})
