import type { WidgetConfig } from '@atalaya/contract/dashboard'
import { startFakeSpotify } from '@atalaya/testbed/fake-spotify'
import { startFakeMatrix } from '../../modules/conversations/server/testing/fake-matrix.ts'
import { startQuakeServer } from '../../modules/game-server/server/testing/stand-ins.ts'
import { startStandIn as startHomeAssistant } from '../../modules/home-assistant/server/testing/stand-in.ts'
import { startStandInMpd } from '../../packages/now-playing/src/testing/stand-in-mpd.ts'
import { drawCover } from './cover.ts'
import { startEverydayService } from './everyday-service.ts'
import { inTurns } from './in-turns.ts'
import { startWeatherService } from './weather-service.ts'

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
const NEXT_TRACK_EVERY_MS = 15 * SECOND_MS

const songs = [
  { title: 'Lanterns over the Valley', durationMs: 252_000 },
  { title: 'Nobody Signals Back', durationMs: 198_000 },
  { title: 'Stone and Salt', durationMs: 221_000 },
]
const record = { artist: 'The Night Watch', album: 'Sample Data' }

/** Track that plays at an instant, one song after the other. */
function playingAt(now: number) {
  const { item: song, sinceMs: progressMs } = inTurns(songs, ({ durationMs }) => durationMs, now)
  return { ...record, ...song, progressMs }
}

/** Sample messages: author, text, and age in minutes. */
const rooms: [name: string, sender: string, text: string, minutes: number, isRead: boolean][] = [
  ['Family (sample)', 'Lucía', 'Perfecto, I bring the dessert.', 4, false],
  ['Inés', 'Inés', 'Can you look at the backup agent? It says degraded.', 23, false],
  ['Climbing on Thursday', 'Hugo', 'I can drive, three seats left.', 180, true],
  ['Club board', 'Bruno', 'Stage lights are unplugged until the repair.', 1500, true],
  ['Neighbours', 'Amparo', 'The lift works again.', 2900, true],
]

function fillRooms({ state, say, readElsewhere }: Awaited<ReturnType<typeof startFakeMatrix>>, now: number): void {
  for (const [name, sender, text, minutes, isRead] of rooms) {
    const [roomId, senderId] = [`!${name}:demo.example`, `@${sender.toLowerCase()}:demo.example`]
    state(roomId, 'm.room.name', '', { name })
    state(roomId, 'm.room.member', senderId, { displayname: sender })
    say(roomId, senderId, { msgtype: 'm.text', body: text }, 'm.room.message', now - minutes * MINUTE_MS)
    if (isRead) readElsewhere(roomId)
  }
}

/** Sample entities of a home: kind, state and name. */
const entities: [id: string, state: string, name: string, unit?: string, kind?: string][] = [
  ['sensor.living_room', '21.4', 'Living room', '°C', 'temperature'],
  ['light.kitchen', 'on', 'Kitchen light'],
  ['binary_sensor.front_door', 'off', 'Front door', '', 'door'],
  ['sensor.power', '1240', 'Power', 'W', 'power'],
  ['switch.pump', 'unavailable', 'Pond pump'],
]

function setEntities({ set }: Awaited<ReturnType<typeof startHomeAssistant>>): void {
  for (const [id, state, friendly_name, unit_of_measurement, device_class] of entities) {
    set(id, state, { friendly_name, unit_of_measurement, device_class })
  }
}

const everydayConfigs = (url: string): Record<string, WidgetConfig> => ({
  calendar: { name1: 'Family', address1: `${url}/family.ics`, hideOnDisplays: false },
  feeds: { feeds: [{ url: `${url}/news.xml` }] },
  picture: { url: `${url}/garden.png`, caption: 'Garden' },
  'any-json': {
    address: `${url}/roof.json`,
    title: 'Solar roof',
    show: 'List',
    values: [
      { label: 'Now', path: 'roof.power', unit: 'W' },
      { label: 'Today', path: 'roof.today', unit: 'kWh', decimals: 1 },
      { label: 'Battery', path: 'roof.battery', unit: '%' },
      { label: 'Tariff', path: 'tariff' },
    ],
  },
  links: {
    links: [
      { name: 'Photos', url: `${url}/photos`, color: '#3f51b5' },
      { name: 'Cloud', url: `${url}/cloud`, color: '#0082c9' },
      { name: 'Wiki', url: `${url}/wiki`, color: '#689f38' },
      { name: 'Router', url: `${url}/router`, color: '#6b7280' },
    ],
  },
  'web-page': { address: `${url}/timetable`, zoom: 100 },
})

/** Stand-ins on this machine for all outside services that the bundled modules use. Their data are invented. */
export async function startOutside() {
  const weather = await startWeatherService()
  const spotify = await startFakeSpotify({ clientId: 'demo', cover: drawCover() })
  const matrix = await startFakeMatrix()
  const mpd = await startStandInMpd()
  const everyday = await startEverydayService()
  const home = await startHomeAssistant()
  const game = await startQuakeServer(
    ['21 23 "Hypatia"', '17 31 "ada"', '9 40 "El Cid"', '6 0 "Grunt"'],
    'Sample arena',
  )
  fillRooms(matrix, Date.now())
  setEntities(home)

  const setSpotifyTrack = () => spotify.play(playingAt(Date.now()))
  const setMpdTrack = () => {
    // A minute ahead of the other player.
    const { title, artist, album, durationMs, progressMs } = playingAt(Date.now() + MINUTE_MS)
    const song = {
      file: 'sample.flac',
      tags: { Title: title, Artist: artist, Album: album },
      durationS: durationMs / SECOND_MS,
    }
    mpd.set({ state: 'play', song, elapsedS: progressMs / SECOND_MS })
  }
  setSpotifyTrack()
  setMpdTrack()
  const timers = [setInterval(setSpotifyTrack, SECOND_MS), setInterval(setMpdTrack, NEXT_TRACK_EVERY_MS)]

  return {
    spotify,
    /** Settings that direct the server's requests to the stand-ins. */
    settings: {
      ...spotify.settings,
      OPEN_METEO_URL: weather.url,
      OPEN_METEO_GEOCODING_URL: weather.url,
      MET_NORWAY_URL: weather.url,
      // A demo sends nothing to anybody.
      TELEGRAM_API_URL: 'http://127.0.0.1:9',
      ALLOW_PRIVATE_HOSTS: '127.0.0.1',
    },
    /** Settings of the widgets that use these services, by the id of their module. */
    configs: {
      weather: { place: weather.place },
      conversations: { homeserver: matrix.url, token: 'token-of-ada', hideOnDisplays: false },
      'game-server': { game: 'openarena', host: '127.0.0.1', port: game.port },
      'now-playing': { provider: 'spotify' },
      'now-playing-compact': { provider: 'mpd', host: '127.0.0.1', port: mpd.port },
      'home-assistant': {
        address: home.address,
        token: 'long-lived',
        title: 'At home',
        entities: entities.map(([entity]) => ({ entity })),
      },
      ...everydayConfigs(everyday.url),
    } as Record<string, WidgetConfig>,
    async stop(): Promise<void> {
      for (const timer of timers) clearInterval(timer)
      game.close()
      await Promise.all([weather.stop(), spotify.stop(), matrix.stop(), mpd.stop(), everyday.stop(), home.stop()])
    },
  }
}
export type Outside = Awaited<ReturnType<typeof startOutside>>
