import { type NetAnswer, type ServiceAccess, SourceError, type Tools } from '@atalaya/module-sdk/server'
import { COVER_MAX_BYTES, coverOf } from './cover.ts'
import type { NowPlaying } from './now-playing.ts'

const PATH = '/v1/me/player/currently-playing?additional_types=track,episode'
/** The picture that is next above this width is taken. */
const COVER_WIDTH = 300
const COVER_TIMEOUT_MS = 5000

type Image = { url: string; width: number | null }
type Playable = {
  name?: string
  duration_ms?: number
  artists?: { name: string }[]
  album?: { name?: string; images?: Image[] }
  show?: { name?: string; publisher?: string }
  images?: Image[]
}
/** What is read of the documented answer; a field that is absent is one that Spotify left out. */
type Answer = {
  is_playing?: boolean
  progress_ms?: number | null
  currently_playing_type?: 'track' | 'episode' | 'ad' | 'unknown'
  item?: Playable | null
}

/** Reads what a Spotify account plays, one request a time; the last picture is remembered. */
export function createSpotifyReader({ net, access, settings, warn }: Tools, now: () => number) {
  let picture: { url: string; cover: string | null } | null = null

  async function coverAt(url: string | undefined): Promise<string | null> {
    if (url === undefined) return null
    if (picture?.url === url) return picture.cover
    try {
      const { status, body } = await net.request(url, { maxBytes: COVER_MAX_BYTES, timeoutMs: COVER_TIMEOUT_MS })
      picture = { url, cover: status === 200 ? coverOf(body) : null }
    } catch (error) {
      // Without its picture a song is still worth showing.
      warn(`no cover: ${(error as Error).message}`)
      picture = { url, cover: null }
    }
    return picture.cover
  }

  async function toPlaying(answer: Answer): Promise<NowPlaying> {
    const state = answer.is_playing ? 'playing' : 'paused'
    const clock = { state, progressMs: answer.progress_ms ?? 0, at: now() } as const
    if (answer.currently_playing_type === 'ad') return { ...clock, ...ADVERTISEMENT }
    if (!answer.item) return { state: 'nothing' }
    const { images, ...names } = answer.currently_playing_type === 'episode' ? talk(answer.item) : music(answer.item)
    return { ...clock, ...names, cover: await coverAt(bestImage(images)), durationMs: answer.item.duration_ms ?? null }
  }

  async function ask(open: ServiceAccess): Promise<NetAnswer | null> {
    if (open.state !== 'open') return null
    const headers = { authorization: `Bearer ${open.token}` }
    return net.request(`${settings.SPOTIFY_API_URL}${PATH}`, { headers })
  }

  /** A token that is turned down before its time is replaced, once. */
  async function askTwice(): Promise<{ open: ServiceAccess; answer: NetAnswer | null }> {
    const first = await access()
    const answer = await ask(first)
    if (answer?.status !== 401 || first.state !== 'open') return { open: first, answer }
    const second = await access(first.token)
    return { open: second, answer: await ask(second) }
  }

  return async function read(): Promise<NowPlaying> {
    const { open, answer } = await askTwice()
    if (open.state === 'missing') return { state: 'connect' }
    if (open.state === 'reconnect') return { state: 'reconnect' }
    if (!answer) throw new SourceError('Spotify does not answer')
    if (answer.status === 204) return { state: 'nothing' }
    if (answer.status !== 200) throw refusal(answer)
    return toPlaying(answer.json() as Answer)
  }
}

const ADVERTISEMENT = {
  kind: 'advertisement',
  title: 'Advertisement',
  artist: '',
  album: '',
  cover: null,
  durationMs: null,
} as const

const music = ({ name = '', artists = [], album = {} }: Playable) => ({
  kind: 'music' as const,
  title: name,
  artist: artists.map((one) => one.name).join(', '),
  album: album.name ?? '',
  images: album.images ?? [],
})
const talk = ({ name = '', show = {}, images = [] }: Playable) => ({
  kind: 'talk' as const,
  title: name,
  artist: show.name ?? '',
  album: show.publisher ?? '',
  images,
})

function refusal({ status, retryAfterMs }: NetAnswer): SourceError {
  if (status === 429) return new SourceError('Spotify is asked too often', { retryAfterMs })
  if (status === 403) return new SourceError('Spotify does not let this account in: its developer app must name it')
  return new SourceError(`Spotify answered with an error (${status})`, { retryAfterMs })
}

/** The smallest that is large enough, else the largest. */
function bestImage(images: Image[]): string | undefined {
  const byWidth = images.toSorted((a, b) => (a.width ?? COVER_WIDTH) - (b.width ?? COVER_WIDTH))
  return (byWidth.find(({ width }) => (width ?? COVER_WIDTH) >= COVER_WIDTH) ?? byWidth.at(-1))?.url
}
