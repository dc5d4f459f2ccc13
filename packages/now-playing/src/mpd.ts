import { basename } from 'node:path/posix'
import { type Net, pause, SourceError, type Tools } from '@atalaya/module-sdk/server'
import { coverOf } from './cover.ts'
import { createMpdClient, type MpdClient, MpdRefusal, quote } from './mpd-client.ts'
import type { NowPlaying, PlayerConfig, Playing } from './now-playing.ts'

/** Interval at which an unchanged state is emitted again, so that it does not count as stale. */
const REPEAT_EVERY_MS = 60_000
const SECOND_MS = 1000
/** Minimum time between two reads: MPD may report changes faster. */
const READ_EVERY_MIN_MS = 250
const TEXT_MAX = 300
const PICTURE_PARTS_MAX = 1024
const PICTURE_TIMEOUT_MS = 15_000
/** Maximum size of a picture; a larger one would take too long. */
const PICTURE_MAX_BYTES = 2 * 1024 * 1024

/** Follows a Music Player Daemon, which reports its changes by itself (`idle`). */
export async function followMpd(
  { host = '', port, password }: PlayerConfig,
  { net, signal, keepPicture }: Tools,
  emit: (data: NowPlaying) => void,
): Promise<void> {
  const client = createMpdClient(await open(net, host, port))
  await client.greeting()
  if (password) await client.command(`password ${quote(password)}`).catch(throwExplained)
  const coverOfSong = createCovers(client, keepPicture)
  while (!signal.aborted) {
    const { fields } = await client
      .command('command_list_begin\nstatus\ncurrentsong\ncommand_list_end')
      .catch(throwExplained)
    const at = Date.now()
    emit(await toNowPlaying(fields, at, coverOfSong))
    await pause(READ_EVERY_MIN_MS, signal)
    await client.idle('player playlist', REPEAT_EVERY_MS)
  }
}

async function open(net: Net, host: string, port: number) {
  try {
    return await net.connect(host, port)
  } catch (error) {
    throw new SourceError('MPD does not answer at this address', { cause: error })
  }
}

/** Replaces a refusal of MPD by a message for people. */
function throwExplained(error: unknown): never {
  if (!(error instanceof MpdRefusal)) throw error
  if (error.message.includes('incorrect password')) throw new SourceError('MPD does not take this password')
  if (error.message.includes('permission')) throw new SourceError('MPD wants a password')
  throw new SourceError('MPD answered with an error', { cause: error })
}

type Fields = ReadonlyMap<string, string>

/** Milliseconds of a text of MPD with seconds (`12.500`); 0 for other texts. */
function msOf(seconds: string | undefined): number {
  const ms = Math.round(Number(seconds) * SECOND_MS)
  return Number.isSafeInteger(ms) && ms > 0 ? ms : 0
}

async function toNowPlaying(
  fields: Fields,
  at: number,
  coverOfSong: (file: string) => Promise<CoverFields>,
): Promise<NowPlaying> {
  const [state, file] = [fields.get('state'), fields.get('file')]
  if (file === undefined || (state !== 'play' && state !== 'pause')) return { state: 'nothing' }
  const text = (...names: string[]) => names.map((name) => fields.get(name)).find((value) => value !== undefined)
  // A radio station sends its own name in `Name`, and the track in `Title`.
  const station = fields.has('title') ? text('name') : undefined
  return {
    state: state === 'play' ? 'playing' : 'paused',
    kind: 'music',
    title: (text('title', 'name') ?? basename(file)).slice(0, TEXT_MAX),
    artist: (text('artist', 'albumartist') ?? station ?? '').slice(0, TEXT_MAX),
    album: (text('album') ?? '').slice(0, TEXT_MAX),
    ...(await coverOfSong(file)),
    durationMs: msOf(fields.get('duration')) || null,
    progressMs: msOf(fields.get('elapsed')),
    at,
  }
}

type CoverFields = Pick<Playing, 'cover' | 'picture'>

/** Pictures of songs; the last one is remembered. */
function createCovers(client: MpdClient, keepPicture: Tools['keepPicture']) {
  let last: { file: string; coverFields: CoverFields } | null = null

  /** Null if MPD has none, or one that is too large. */
  async function fetchPicture(command: string, file: string): Promise<Buffer | null> {
    const deadline = performance.now() + PICTURE_TIMEOUT_MS
    const parts: Buffer[] = []
    let received = 0
    while (parts.length < PICTURE_PARTS_MAX && performance.now() < deadline) {
      const { fields, binary } = await client.command(`${command} ${quote(file)} ${received}`)
      const size = Number(fields.get('size'))
      if (!binary || binary.length === 0 || !(size <= PICTURE_MAX_BYTES)) return null
      parts.push(binary)
      received += binary.length
      if (received >= size) return received === size ? Buffer.concat(parts) : null
    }
    return null
  }

  /** Null if this MPD or this song does not support the command. */
  const tryFetch = (command: string, file: string) =>
    fetchPicture(command, file).catch((error) => {
      if (error instanceof MpdRefusal) return null
      throw error
    })

  /** Embeds a small picture in the data; the widget loads a large one by its key. */
  function coverFieldsOf(bytes: Buffer | null): CoverFields {
    const cover = bytes && coverOf(bytes)
    return bytes === null || cover ? { cover } : { cover: null, picture: keepPicture(bytes) }
  }

  return async function coverOfSong(file: string): Promise<CoverFields> {
    if (last?.file !== file) {
      const bytes = (await tryFetch('readpicture', file)) ?? (await tryFetch('albumart', file))
      last = { file, coverFields: coverFieldsOf(bytes) }
    }
    return last.coverFields
  }
}
