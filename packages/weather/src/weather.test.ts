import { describe, expect, test } from 'vitest'
import { askMetNorway, skyOf as skyOfSymbol } from './met-norway.ts'
import { skyOf } from './open-meteo.ts'
import { coordinatesIn } from './places.ts'
import { source } from './source.ts'
import { metNorwayAnswer, openMeteoAnswer, toolsAnswering } from './testing/fake-services.ts'

const seville = { name: 'Sevilla', latitude: 37.38283, longitude: -5.97317, country: 'España', admin1: 'Andalucía' }
const place = 'Sevilla, España (37.38, -5.97)'
const byPlace = (url: URL) =>
  url.hostname === 'places.test' ? { body: { results: [seville] } } : { body: openMeteoAnswer }

describe('a place', () => {
  test.each([
    ['Sevilla, España (37.39, -5.98)', [37.39, -5.98]],
    ['40.41678,-3.70379', [40.42, -3.7]],
    ['-33.87, 151.21', [-33.87, 151.21]],
    ['95, 10', null],
    ['10, 181', null],
    ['90, -180', [90, -180]],
    ['Madrid', null],
    ['Area 51', null],
  ])('written as “%s” has the coordinates %j', (text, expected) => {
    const found = coordinatesIn(text)
    expect(found && [found.latitude, found.longitude]).toEqual(expected)
  })

  test('is suggested by its name, with its coordinates', async () => {
    const { tools, asked } = toolsAnswering(byPlace)
    expect(await source.suggest?.('place', 'sevi', tools, {})).toEqual([
      { value: 'Sevilla, Andalucía, España (37.38, -5.97)', label: 'Sevilla, Andalucía, España' },
    ])
    expect(asked[0]?.url.searchParams.get('name')).toBe('sevi')
    expect(await source.suggest?.('place', 's', tools, {})).toEqual([])
    expect(await source.suggest?.('units', 'cel', tools, {})).toEqual([])
  })

  test('is suggested from two letters on, and a city that bears its region’s name has that name once', async () => {
    const madrid = { name: 'Madrid', latitude: 40.4165, longitude: -3.70256, country: 'España', admin1: 'Madrid' }
    const { tools } = toolsAnswering(() => ({ body: { results: [madrid] } }))
    expect((await source.suggest?.('place', 'ma', tools, {}))?.map(({ label }) => label)).toEqual(['Madrid, España'])
  })

  test('is reported if it is not found', async () => {
    const { tools } = toolsAnswering(() => ({ body: { generationtime_ms: 0.3 } }))
    await expect(source.fetch({ place: 'Atlantis' }, tools, null)).rejects.toThrow(
      'No place called “Atlantis” was found',
    )
  })

  test('shares its source with near places and with all units', () => {
    const key = (config: object) => JSON.stringify(source.key?.({ place: '', ...config }))
    expect(key({ place, units: 'Celsius' })).toBe(key({ place: 'Seville (37.3791, -5.9742)', units: 'Fahrenheit' }))
    expect(key({ place })).not.toBe(key({ place, provider: 'MET Norway' }))
    expect(key({ place: 'Madrid ' })).toBe(key({ place: 'madrid' }))
  })
})

describe('Open-Meteo', () => {
  test('returns the current weather and the next three days', async () => {
    const { tools, asked } = toolsAnswering(byPlace)
    const forecast = await source.fetch({ place }, tools, null)
    expect(forecast.now).toEqual({
      sky: 'fair',
      isDay: true,
      temperature: 19.4,
      feelsLike: 18.6,
      humidity: 54,
      wind: 11.2,
    })
    expect(forecast.today).toEqual({ min: 11.3, max: 21.8 })
    expect(forecast.days.map(({ date, sky, rain }) => [date, sky, rain])).toEqual([
      ['2026-11-22', 'clear', 0],
      ['2026-11-23', 'rain', 85],
      ['2026-11-24', 'thunder', null],
    ])
    const [{ url } = { url: new URL('https://none.test') }] = asked
    expect(url.origin + url.pathname).toBe('https://weather.test/v1/forecast')
    expect(url.searchParams.get('latitude')).toBe('37.38')
    expect(url.searchParams.get('forecast_days')).toBe('4')
    expect(url.searchParams.has('apikey')).toBe(false)
  })

  test('returns night, at most three days, and no rain where it gives none', async () => {
    const { current, daily } = openMeteoAnswer
    const longer = {
      time: [...daily.time, '2026-11-25', '2026-11-26'],
      weather_code: [...daily.weather_code, 0, 0],
      temperature_2m_max: [...daily.temperature_2m_max, 1, 1],
      temperature_2m_min: [...daily.temperature_2m_min, 0, 0],
    }
    const { tools } = toolsAnswering(() => ({ body: { current: { ...current, is_day: 0 }, daily: longer } }))
    const forecast = await source.fetch({ place }, tools, null)
    expect(forecast.now.isDay).toBe(false)
    expect(forecast.days.map(({ date, rain }) => [date, rain])).toEqual([
      ['2026-11-22', null],
      ['2026-11-23', null],
      ['2026-11-24', null],
    ])
  })

  test('is requested with the installation’s key', async () => {
    const { tools, asked } = toolsAnswering(byPlace)
    await source.fetch(
      { place: 'Sevilla' },
      { ...tools, settings: { ...tools.settings, OPEN_METEO_API_KEY: 'k' } },
      null,
    )
    expect(asked.map(({ url }) => url.searchParams.get('apikey'))).toEqual(['k', 'k'])
  })

  test.each([
    [400, { error: true, reason: 'Latitude must be in range of -90 to 90°.' }, 'Open-Meteo: Latitude must be in range'],
    [400, 'nonsense', 'Open-Meteo has a problem (400)'],
    [429, { error: true, reason: 'Minutely limit' }, 'Open-Meteo was asked too often today'],
    [502, null, 'Open-Meteo has a problem (502)'],
  ])('has its answer %i explained in plain words', async (status, body, message) => {
    const { tools } = toolsAnswering(() => ({ status, body, retryAfterMs: 60_000 }))
    const asking = source.fetch({ place }, tools, null)
    await expect(asking).rejects.toThrow(message)
    await expect(asking).rejects.toMatchObject({ retryAfterMs: 60_000 })
  })

  test('is refused with an answer of another shape', async () => {
    const { tools } = toolsAnswering(() => ({ body: { ...openMeteoAnswer, current: { temperature_2m: 'warm' } } }))
    await expect(source.fetch({ place }, tools, null)).rejects.toThrow()
  })

  test.each([
    [0, 'clear'],
    [1, 'fair'],
    [2, 'fair'],
    [3, 'cloudy'],
    [45, 'fog'],
    [53, 'drizzle'],
    [61, 'rain'],
    [56, 'sleet'],
    [57, 'sleet'],
    [66, 'sleet'],
    [75, 'snow'],
    [80, 'rain'],
    [86, 'snow'],
    [96, 'thunder'],
  ])('means by code %i: %s', (code, sky) => {
    expect(skyOf(code)).toBe(sky)
  })
})

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
  const then = 'Sat, 21 Nov 2026 12:31:05 GMT'
  const oslo = { name: 'Oslo', latitude: 59.91, longitude: 10.75 }

  test('is refused with a wind that is infinite in km/h', async () => {
    const body = JSON.stringify(metNorwayAnswer(new Date('2026-11-21T12:00:00Z'), symbols))
    const windy = JSON.parse(body.replaceAll('"wind_speed":5', '"wind_speed":1e308'))
    const { tools } = toolsAnswering(() => ({ body: windy }))
    await expect(askMetNorway(oslo, tools, null, now)).rejects.toThrow('wind_speed')
  })

  test('returns the current weather and the days, by solar time', async () => {
    const body = metNorwayAnswer(new Date('2026-11-21T12:00:00Z'), symbols)
    const { tools, asked } = toolsAnswering(() => ({ body, headers: { 'last-modified': then } }))
    const forecast = await askMetNorway(oslo, tools, null, now)
    expect(forecast.now).toMatchObject({ sky: 'clear', isDay: true, temperature: 0, feelsLike: null, humidity: 80.5 })
    expect(forecast.now.wind).toBeCloseTo(18)
    expect(forecast.days.map(({ date, min, max }) => [date, min, max])).toEqual([
      ['2026-11-22', 2, 5],
      ['2026-11-23', 6, 8],
    ])
    expect(forecast.days[0]?.sky).toBe('cloudy')
    expect(asked[0]?.headers['user-agent']).toMatch(/^Atalaya /)
    expect(asked[0]?.headers).not.toHaveProperty('if-modified-since')
    expect(forecast.version).toBe(then)
  })

  test('has the days of its place, where tomorrow may have begun', async () => {
    const { tools } = toolsAnswering(() => ({ body: metNorwayAnswer(new Date('2026-11-21T12:00:00Z'), symbols) }))
    const auckland = { name: 'Auckland', latitude: -36.85, longitude: 174.76 }
    const { days } = await askMetNorway(auckland, tools, null, now)
    expect(days[0]?.date).toBe('2026-11-23')
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
    const first = toolsAnswering(() => ({ body, headers: { 'last-modified': then } }))
    const before = await askMetNorway(oslo, first.tools, null, now)
    const second = toolsAnswering(() => ({ status: 304, body: '' }))
    expect(await askMetNorway(oslo, second.tools, before, now)).toEqual(before)
    expect(second.asked[0]?.headers['if-modified-since']).toBe(then)
  })

  test('shows the weather of the present hour and day after each 304', async () => {
    const first = toolsAnswering(() => ({ body: metNorwayAnswer(now, symbols), headers: { 'last-modified': then } }))
    const { tools, asked } = toolsAnswering(() => ({ status: 304, body: '' }))
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
    expect(asked.map(({ headers }) => headers['if-modified-since'])).toEqual([then, then])
  })

  test.each(['then', 'x'.repeat(10_000), `${then}\r\nx-key: 1`, `${then}, ${then}`, ''])(
    'gets no If-Modified-Since from an invalid date: %s',
    async (made) => {
      const body = metNorwayAnswer(now, symbols)
      const { tools, asked } = toolsAnswering(() => ({ body, headers: { 'last-modified': made } }))
      const before = await askMetNorway(oslo, tools, null, now)
      await askMetNorway(oslo, tools, before, now)
      expect(asked[1]?.headers).not.toHaveProperty('if-modified-since')
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
    expect(skyOfSymbol(symbol)).toBe(sky)
  })
})
