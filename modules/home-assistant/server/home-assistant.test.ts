import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { source } from '../server.ts'
import { follow, toolsFor } from './testing/follow.ts'
import { startStandIn } from './testing/stand-in.ts'

let homeAssistant: Awaited<ReturnType<typeof startStandIn>>
beforeEach(async () => {
  homeAssistant = await startStandIn()
  homeAssistant.set('sensor.hall', '21.5', {
    friendly_name: 'Hall',
    unit_of_measurement: '°C',
    device_class: 'temperature',
  })
  homeAssistant.set('light.hall', 'off', { friendly_name: 'Hall light' })
  homeAssistant.set('lock.secret', 'locked', { friendly_name: 'Safe' })
})
afterEach(() => homeAssistant.stop())

const rows = [{ entity: 'light.hall' }, { entity: 'sensor.hall', name: 'Warmth' }, { entity: 'sensor.gone' }]
const config = (overrides: object = {}) => ({
  address: homeAssistant.address,
  token: 'long-lived',
  entities: rows,
  ...overrides,
})

function open(overrides: object = {}) {
  const following = follow(config(overrides))
  onTestFinished(() => following.stop())
  return following
}
const byId = (entities: readonly { id: string; state: string | null }[], id: string) =>
  entities.find((entity) => entity.id === id)?.state

describe('the chosen entities', () => {
  test('are sent in the chosen order, with the given or their own names, missing ones included', async () => {
    expect(await open().until(() => true)).toEqual([
      { id: 'light.hall', name: 'Hall light', state: 'off', unit: '', kind: '' },
      { id: 'sensor.hall', name: 'Warmth', state: '21.5', unit: '°C', kind: 'temperature' },
      { id: 'sensor.gone', name: 'sensor.gone', state: null, unit: '', kind: '' },
    ])
    expect(homeAssistant.received.at(-1)).toMatchObject({ entity_ids: ['light.hall', 'sensor.hall', 'sensor.gone'] })
  })

  test('are sent again when they change or are removed, and keep unchanged values', async () => {
    const { until } = open()
    await until(() => true)
    homeAssistant.change('sensor.hall', { s: '22' })
    const [, hall] = await until((entities) => byId(entities, 'sensor.hall') === '22')
    expect(hall).toMatchObject({ unit: '°C', kind: 'temperature' })
    homeAssistant.change('light.hall', { a: { friendly_name: 'Lamp' } })
    await until(([light]) => light?.name === 'Lamp' && light.state === 'off')
    homeAssistant.change('sensor.hall', { a: { friendly_name: 'Landing' } })
    homeAssistant.event({ c: { 'sensor.hall': { '+': { s: '19' }, '-': { a: ['device_class'] } } } })
    const [, landing] = await until((entities) => byId(entities, 'sensor.hall') === '19')
    expect(landing).toMatchObject({ unit: '°C', kind: '' })
    homeAssistant.remove('light.hall')
    await until((entities) => byId(entities, 'light.hall') === null)
  })

  test('are the only ones sent, even if Home Assistant sends more', async () => {
    const { until } = open()
    await until(() => true)
    homeAssistant.event({ a: { 'lock.secret': { s: 'unlocked', a: {} } } })
    homeAssistant.change('sensor.hall', { s: '23' })
    const entities = await until((now) => byId(now, 'sensor.hall') === '23')
    expect(JSON.stringify(entities)).not.toContain('secret')
  })

  test('are found at an address with a path', async () => {
    const elsewhere = await startStandIn({ path: '/home' })
    onTestFinished(() => elsewhere.stop())
    elsewhere.set('light.hall', 'on')
    const entities = await open({ address: `${elsewhere.address}/` }).until(() => true)
    expect(byId(entities, 'light.hall')).toBe('on')
  })
})

describe('a failure has its reason', () => {
  test.each([
    [{ address: '' }, "Enter the address of your Home Assistant in this module's settings."],
    [{ address: 'ftp://a.test' }, "Enter the address of your Home Assistant in this module's settings."],
    [{ entities: [] }, "Choose entities in this module's settings."],
    [{ entities: [{ entity: 'no id' }] }, "Choose entities in this module's settings."],
  ])('with the settings %o', (overrides, text) => {
    expect(source.missing?.(config(overrides))).toBe(text)
  })

  test('for a wrong token', async () => {
    expect(await open({ token: 'wrong' }).ended).toBe('Home Assistant does not take this access token')
  })

  test('for another server at that address', async () => {
    expect(await open({ address: `${homeAssistant.address}/elsewhere` }).ended).toBe(
      'There is no Home Assistant at this address',
    )
  })

  test('for a restart', async () => {
    const { until, ended } = open()
    await until(() => true)
    homeAssistant.drop()
    expect(await ended).toBe('Home Assistant has ended the connection')
  })

  test.each([
    ['for a message that is no JSON', '{'],
    ['for a message of another shape', '[1]'],
    ['for an event of another shape', '{"id":1,"type":"event","event":{"a":{"light.hall":{"s":1}}}}'],
  ])('%s', async (_name, text) => {
    const { until, ended } = open()
    await until(() => true)
    homeAssistant.text(text)
    expect(await ended).toBe('This is not a Home Assistant server')
  })

  test('for a message that is too large', async () => {
    const { until, ended } = open()
    await until(() => true)
    homeAssistant.text(JSON.stringify({ type: 'event', event: 'x'.repeat(5 * 1024 * 1024) }))
    expect(await ended).toBe('The connection to Home Assistant broke')
  })

  test('for a connection that stays silent', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const { until, ended, emitted } = open()
    await until(() => true)
    homeAssistant.mute()
    await vi.advanceTimersByTimeAsync(61_000)
    expect(await ended).toBe('Home Assistant does not answer any more')
    expect(emitted).toHaveLength(1)
    await expect.poll(homeAssistant.connections, { interval: 0 }).toBe(0)
  })
})

test('unchanged entities are confirmed by each answered ping', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { until, emitted } = open()
  await until(() => true)
  for (const count of [2, 3]) {
    await vi.advanceTimersByTimeAsync(30_000)
    await expect.poll(() => emitted.length, { interval: 0 }).toBe(count)
  }
  expect(emitted[2]).toEqual(emitted[0])
})

test('a connection ends with its watcher, with its failure and after suggestions', async () => {
  const following = open()
  await following.until(() => true)
  await following.stop()
  await expect.poll(homeAssistant.connections).toBe(0)
  const failing = open()
  await failing.until(() => true)
  homeAssistant.text('{"id":1,"type":"event","event":{"a":{"light.hall":{"s":1}}}}')
  await failing.ended
  await expect.poll(homeAssistant.connections).toBe(0)
  const tools = toolsFor(new AbortController().signal)
  await source.suggest?.('entities.entity', 'hall', tools, config() as never)
  await expect.poll(homeAssistant.connections).toBe(0)
})

describe('entities to choose from', () => {
  const suggest = (text: string, form: object = config()) =>
    source.suggest?.('entities.entity', text, toolsFor(new AbortController().signal), form as never)

  test('are found by a part of their id or name', async () => {
    expect(await suggest('hall')).toEqual([
      { value: 'sensor.hall', label: 'Hall' },
      { value: 'light.hall', label: 'Hall light' },
    ])
    expect(await suggest('SAFE')).toEqual([{ value: 'lock.secret', label: 'Safe' }])
  })

  test('are searched in many turns, for any number of them', async () => {
    for (let n = 0; n < 2000; n++) homeAssistant.set(`light.lamp${n}`, 'on', { friendly_name: `Lamp ${n}` })
    const folds = vi.spyOn(String.prototype, 'normalize')
    onTestFinished(() => void folds.mockRestore())
    let [foldsBefore, maxPerTurn] = [0, 0]
    const measure = () => {
      maxPerTurn = Math.max(maxPerTurn, folds.mock.calls.length - foldsBefore)
      foldsBefore = folds.mock.calls.length
    }
    const count = () => {
      measure()
      immediate = setImmediate(count)
    }
    let immediate = setImmediate(count)
    expect(await suggest('lamp 1999')).toEqual([{ value: 'light.lamp1999', label: 'Lamp 1999' }])
    measure()
    clearImmediate(immediate)
    // Two for each entity, and some for the typed text.
    expect(maxPerTurn).toBeLessThanOrEqual(502)
  })

  test('are missing until address and token are set', async () => {
    expect(await suggest('hall', { token: 'long-lived' })).toEqual([])
    expect(await suggest('hall', { address: homeAssistant.address })).toEqual([])
  })
})
