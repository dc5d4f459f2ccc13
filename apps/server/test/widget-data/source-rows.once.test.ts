import type { PollSource, StreamSource, Tools } from '@atalaya/module-sdk/server'
import { describe, expect, test } from 'vitest'
import { source as anyJson } from '../../../../modules/any-json/server.ts'
import { source as calendar } from '../../../../modules/calendar/server.ts'
import { source as conversations } from '../../../../modules/conversations/server.ts'
import { source as feeds } from '../../../../modules/feeds/server.ts'
import { source as gameServer } from '../../../../modules/game-server/server.ts'
import { source as homeAssistant } from '../../../../modules/home-assistant/server.ts'
import { source as links } from '../../../../modules/links/server.ts'
import { source as nowPlaying } from '../../../../modules/now-playing/server.ts'
import { source as picture } from '../../../../modules/picture/server.ts'
import { source as weather } from '../../../../modules/weather/server.ts'
import { source as webPage } from '../../../../modules/web-page/server.ts'

type Config = Record<string, unknown>
type Source = Pick<PollSource<Config, unknown> | StreamSource<Config, unknown>, 'key'>
/** A source with a form, fields that decide its data or rights, and fields of its looks. */
type Row = [name: string, source: unknown, form: Config, decides: Config, looks: Config]

const url = 'https://one.test/'
const other = 'https://two.test/'

const rows: Row[] = [
  [
    'any-json',
    anyJson,
    { address: url, headerName: 'x-key', headerValue: 'a', values: [{ path: 'a' }], seconds: 60 },
    { address: other, headerName: 'x-other', headerValue: 'b', values: [{ path: 'b' }], seconds: 61 },
    { title: 'Mine', show: 'List' },
  ],
  [
    'calendar',
    calendar,
    { address1: url, user1: 'ada', password1: 'a', address2: url },
    { address1: other, user1: 'eve', password1: 'b', address2: other, user2: 'eve', password2: 'b' },
    { name1: 'Mine', color1: '#000000', days: 3 },
  ],
  [
    'conversations',
    conversations,
    { service: 'matrix', homeserver: 'one.test', user: 'ada', password: 'a' },
    { service: 'xmpp', homeserver: 'two.test', user: 'eve', password: 'b', token: 't' },
    { hideOnDisplays: true },
  ],
  ['feeds', feeds, { feeds: [{ url, name: 'One' }] }, { feeds: [{ url: other }] }, { title: 'Mine' }],
  [
    'game-server',
    gameServer,
    { game: 'minecraft', host: 'one.test', port: 1 },
    { game: 'quake3', host: 'two.test', port: 2 },
    { title: 'Mine' },
  ],
  [
    'home-assistant',
    homeAssistant,
    { address: url, token: 'a', entities: [{ entity: 'light.hall' }] },
    { address: other, token: 'b', entities: [{ entity: 'light.attic' }] },
    { title: 'Mine' },
  ],
  [
    'links',
    links,
    { links: [{ url, name: 'One' }] },
    { links: [{ url: other, name: 'One' }], status: false },
    { title: 'Mine' },
  ],
  [
    'now-playing',
    nowPlaying,
    { provider: 'mpd', host: 'one.test', port: 1, password: 'a' },
    { provider: 'spotify', host: 'two.test', port: 2, password: 'b' },
    { title: 'Mine' },
  ],
  [
    'picture',
    picture,
    { url, seconds: 60, user: 'ada', password: 'a', header: 'x-key', headerValue: 'a' },
    { url: other, seconds: 61, user: 'eve', password: 'b', header: 'x-other', headerValue: 'b' },
    { caption: 'Mine', fit: 'contain' },
  ],
  ['weather', weather, { place: 'Madrid' }, { place: 'Oslo', provider: 'MET Norway' }, { units: 'Fahrenheit, mph' }],
  ['web-page', webPage, { address: url }, { address: `${url}other` }, { zoom: 50, reloadMinutes: 5 }],
]

describe.each(rows)('the source of %s', (_name, source, form, decides, looks) => {
  const keyOf = (config: Config) => JSON.stringify((source as Source).key?.(config))

  test('is shared by no two widgets with another account, secret, address or interval', () => {
    const changed = Object.entries(decides).map(([field, value]) => keyOf({ ...form, [field]: value }))
    const fields = ['as it is', ...Object.keys(decides)]
    const sharing = [keyOf(form), ...changed].map((key, n, all) => (all.indexOf(key) === n ? null : fields[n]))
    expect(sharing.filter((field) => field !== null)).toEqual([])
  })

  test('is shared by widgets that only look different', () => {
    expect(keyOf({ ...form, ...looks })).toBe(keyOf(form))
  })
})

test.each<[string, unknown, Config]>([
  ['any-json', anyJson, { address: url, values: [{ path: 'a' }] }],
  ['calendar', calendar, { address1: url, address2: other }],
  ['calendar', calendar, { address1: url, user1: 'ada', password1: 'a' }],
  ['feeds', feeds, { feeds: [{ url }, { url: other }] }],
  ['picture', picture, { url }],
  ['weather', weather, { place: '40.4, -3.7' }],
  ['weather', weather, { place: '40.4, -3.7', provider: 'MET Norway' }],
])('the source of %s waits as long as the other server asks', async (_name, source, form) => {
  const request = async () => ({
    status: 429,
    headers: {},
    body: Buffer.from('{}'),
    retryAfterMs: 7_000,
    json: () => ({}),
  })
  const { signal } = new AbortController()
  const tools = { net: { request }, ownerKey: 'ada', signal, settings: { OPEN_METEO_URL: url, MET_NORWAY_URL: url } }
  const fetched = (source as PollSource<Config, unknown>).fetch(form, tools as unknown as Tools, null)
  await expect(fetched).rejects.toMatchObject({ retryAfterMs: 7_000 })
})
