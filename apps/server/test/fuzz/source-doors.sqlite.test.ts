// Answers of other services to bundled modules over HTTP, and to foreign modules.

import { parseJson, UnreadableJson } from '@atalaya/contract/bounded-json'
import { ANSWER_MAX, requestAnswer } from '@atalaya/contract/module-requests'
import type { Manifest } from '@atalaya/contract/modules'
import { AppError } from '#server/domain/errors.ts'
import { createSpotify, GrantRefused, ServiceAway } from '#server/integrations/spotify.ts'
import { createAnswerCache } from '#server/widget-data/answer-cache.ts'
import { createPictures } from '#server/widget-data/pictures.ts'
import { createModuleRequests } from '#server/widget-data/requests.service.ts'
import { sampleValuesOf } from '../../../../modules/any-json/sample.ts'
import { source as anyJson } from '../../../../modules/any-json/server.ts'
import { source as matrix } from '../../../../modules/conversations/server.ts'
import { source as playing } from '../../../../packages/now-playing/src/source.ts'
import { source as weather } from '../../../../packages/weather/src/source.ts'
import { metNorwayAnswer, openMeteoAnswer } from '../../../../packages/weather/src/testing/fake-services.ts'
import { jsonWithFaults } from './corpus.ts'
import { fuzzDoor } from './door.ts'
import { answerAllWith, askSource } from './source-world.ts'

const KB = 1024
const MB = 1024 * KB

const norway = metNorwayAnswer(new Date('2026-11-21T00:00:00Z'), ['rain', 'clearsky_day', 'fog'])
const places = { results: [{ name: 'Sevilla', latitude: 37.4, longitude: -6, country: 'Spain', admin1: 'Andalusia' }] }

fuzzDoor('weather', {
  seeds: [JSON.stringify(openMeteoAnswer), JSON.stringify(norway), JSON.stringify(places), '{"reason":"No"}'],
  maxBytes: MB,
  moreInputs: jsonWithFaults(openMeteoAnswer, norway, places),
  async read(input) {
    const world = answerAllWith(input)
    const here = { place: 'Sevilla (37.4, -6)' }
    return (
      (await askSource(weather, here, world)) ??
      (await askSource(weather, { place: 'Sevilla' }, world)) ??
      (await askSource(weather, { ...here, provider: 'MET Norway' }, world)) ??
      askSource(weather, here, answerAllWith(input, { status: 400 }))
    )
  },
})

const paths = ['name', '[].name', 'items[]', 'items[].tags[]', 'a[0].b', '.', 'a..b', '["a.b"].c'].map((path) => ({
  path,
}))
const listing = { name: 'nas', items: [{ tags: ['x', 1, null], 'a.b': { c: true } }], a: [{ b: 1e300 }] }

fuzzDoor('any JSON', {
  seeds: [JSON.stringify(listing), '[{"name":"x"}]', '5', `[${'"é",'.repeat(400)}1]`],
  maxBytes: MB,
  moreInputs: jsonWithFaults(listing, [listing]),
  async read(input) {
    const fault = await askSource(anyJson, { address: 'https://any.test/', values: paths }, answerAllWith(input))
    if (fault !== null) return fault
    try {
      return sampleValuesOf(parseJson(input.toString('utf8'))).some(({ path }) => path.length > 200)
        ? 'has a long path'
        : null
    } catch (error) {
      if (error instanceof UnreadableJson) return null
      throw error
    }
  },
})

const song = {
  is_playing: true,
  progress_ms: 1000,
  currently_playing_type: 'track',
  item: {
    name: 'Song',
    duration_ms: 200_000,
    artists: [{ name: 'Ada' }],
    album: { name: 'Album', images: [{ url: 'https://pictures.test/1', width: 300 }] },
  },
}
const talk = { ...song, currently_playing_type: 'episode', item: { name: 'Talk', show: { name: 'S', publisher: 'P' } } }

fuzzDoor('Spotify', {
  seeds: [JSON.stringify(song), JSON.stringify(talk), '{"is_playing":false}'],
  maxBytes: MB,
  moreInputs: jsonWithFaults(song, talk),
  read: (input) => askSource(playing, { provider: 'spotify' }, answerAllWith(input)),
})

const grant = { access_token: 'a', refresh_token: 'r', expires_in: 3600, token_type: 'Bearer' }

fuzzDoor('Spotify’s grants', {
  seeds: [JSON.stringify(grant), '{"id":"ada","display_name":"Ada"}', '{"error":"invalid_grant"}'],
  maxBytes: 64 * KB,
  moreInputs: jsonWithFaults(grant, { error: 'invalid_grant' }),
  async read(input) {
    const config = { SPOTIFY_CLIENT_ID: 'id', SPOTIFY_ACCOUNTS_URL: 'http://a.test', SPOTIFY_API_URL: 'http://b.test' }
    for (const status of [200, 400]) {
      const spotify = createSpotify({ config, outbound: answerAllWith(input, { status }) as never })
      const refused = await spotify.refresh('r').then(
        () => null,
        (error: unknown) => error,
      )
      const isExpected = refused === null || refused instanceof GrantRefused || refused instanceof ServiceAway
      if (!isExpected) return String(refused)
      const name = await spotify.accountName('a')
      if (typeof name !== 'string' || name.length > 100) return `is called ${name}`
    }
    return null
  },
})

const magicBytes = ['ffd8ff', '89504e470d0a1a0a', '52494646000000005745425056503820', '474946383961']

fuzzDoor('pictures of services', {
  seeds: magicBytes.map((hex) => Buffer.concat([Buffer.from(hex, 'hex'), Buffer.alloc(100, 1)])),
  maxBytes: 2 * MB,
  async read(input) {
    const pictures = createPictures({ maxBytes: 3 * MB })
    const key = pictures.keep(input)
    if (key !== null && !/^data:image\/(?:jpeg|png|webp|gif);base64,/.test(pictures.find(key) ?? ''))
      return 'no picture'
    const image = { url: 'http://pictures.test', width: 300 }
    const withPicture = { ...song, item: { ...song.item, album: { images: [image] } } }
    const world = answerAllWith(Buffer.from(JSON.stringify(withPicture)))
    const request: typeof world.request = (url, options) =>
      (url.startsWith('http://pictures') ? answerAllWith(input) : world).request?.(url, options) ?? Promise.reject()
    return askSource(playing, { provider: 'spotify' }, { request })
  },
})

const event = {
  type: 'm.room.message',
  sender: '@b:x',
  origin_server_ts: 1,
  content: { msgtype: 'm.text', body: 'hi' },
}
const room = {
  summary: { 'm.heroes': ['@b:x'] },
  state: { events: [{ type: 'm.room.name', state_key: '', content: { name: 'Family' } }] },
  timeline: { events: [event] },
  unread_notifications: { notification_count: 1, highlight_count: 0 },
}
const invitation = { invite_state: { events: [{ type: 'm.room.name', state_key: '', content: { name: 'Club' } }] } }
const sync = {
  next_batch: 's1',
  rooms: { join: { '!a:x': room }, invite: { '!b:x': invitation }, leave: { '!c:x': {} } },
}
const homeserver = { 'm.homeserver': { base_url: 'https://x.test' } }

fuzzDoor('Matrix', {
  seeds: [JSON.stringify(sync), JSON.stringify(homeserver), '{"errcode":"M_LIMIT_EXCEEDED","retry_after_ms":1}'],
  maxBytes: 8 * MB,
  moreInputs: jsonWithFaults(sync, sync, homeserver),
  async read(input) {
    const identity = answerAllWith(Buffer.from('{"user_id":"@ada:x"}'))
    const request: typeof identity.request = (url, options) =>
      (url.includes('/whoami') ? identity : answerAllWith(input)).request?.(url, options) ?? Promise.reject()
    const config = { service: 'matrix', homeserver: 'https://x.test', token: 'token' }
    return (
      (await askSource(matrix, config, { request })) ??
      (await askSource(matrix, { ...config, homeserver: 'x.test' }, answerAllWith(input))) ??
      askSource(matrix, config, answerAllWith(input, { status: 429 }))
    )
  },
})

const manifest = {
  id: 'clock',
  name: 'Clock',
  version: '1.0.0',
  size: { width: 1, height: 1 },
  entry: 'index.js',
  requests: { now: { url: 'https://a.test/now', method: 'GET' } },
} as unknown as Manifest

fuzzDoor('answers to requests of foreign modules', {
  seeds: [JSON.stringify(openMeteoAnswer), '[1,2,{"a":[]}]', '"text"', 'plain'],
  maxBytes: ANSWER_MAX,
  moreInputs: jsonWithFaults(openMeteoAnswer),
  async read(input) {
    for (const type of ['application/json', 'text/plain']) {
      const requests = createModuleRequests({
        catalogue: { find: () => ({ manifest }) as never },
        widgets: { open: async () => ({ moduleId: 'clock', config: {} }) as never },
        outbound: answerAllWith(input, { type }) as never,
        limits: { spend: () => undefined },
        answers: createAnswerCache({ now: () => 0 }),
        warn: () => undefined,
      })
      const answer = await requests
        .send({ userId: 'ada' } as never, { widgetId: 'w', name: 'now', params: {} })
        .catch((error) => {
          if (error instanceof AppError && error.kind === 'bad_gateway') return null
          throw error
        })
      if (answer !== null && !requestAnswer.safeParse(JSON.parse(JSON.stringify(answer))).success) return 'is no answer'
    }
    return null
  },
})
