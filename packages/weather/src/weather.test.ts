import { describe, expect, test } from 'vitest'
import { skyOf } from './open-meteo.ts'
import { coordinatesIn } from './places.ts'
import { source } from './source.ts'
import { openMeteoAnswer, toolsAnswering } from './testing/fake-services.ts'

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
    const { tools, requests } = toolsAnswering(byPlace)
    expect(await source.suggest?.('place', 'sevi', tools, {})).toEqual([
      { value: 'Sevilla, Andalucía, España (37.38, -5.97)', label: 'Sevilla, Andalucía, España' },
    ])
    expect(requests[0]?.url.searchParams.get('name')).toBe('sevi')
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
    const { tools, requests } = toolsAnswering(byPlace)
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
    const [{ url } = { url: new URL('https://none.test') }] = requests
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
    const { tools, requests } = toolsAnswering(byPlace)
    await source.fetch(
      { place: 'Sevilla' },
      { ...tools, settings: { ...tools.settings, OPEN_METEO_API_KEY: 'k' } },
      null,
    )
    expect(requests.map(({ url }) => url.searchParams.get('apikey'))).toEqual(['k', 'k'])
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
