import { type NetAnswer, type ServiceAccess, SourceError, type Tools } from '@atalaya/module-sdk/server'
import { z } from 'zod'
import { COVER_MAX_BYTES, coverOf } from './cover.ts'
import type { NowPlaying } from './now-playing.ts'

const PATH = '/v1/me/player/currently-playing?additional_types=track,episode'
/** Wanted width of the picture: the smallest one that is at least as wide is taken. */
const COVER_WIDTH = 300
const COVER_TIMEOUT_MS = 5000

const TEXT_MAX = 300
const ARTISTS_MAX = 20
const IMAGES_MAX = 10
const ANSWER_MAX_BYTES = 256 * 1024

/** Used fields of the documented answer. Defaults stand for those that Spotify left out. */
const text = z.string().transform((all) => all.slice(0, TEXT_MAX))
const ms = z.number().min(0).max(Number.MAX_SAFE_INTEGER)
const images = z
  .array(z.object({ url: z.url({ protocol: /^https?$/ }).max(2_000), width: z.number().nullable().default(null) }))
  .transform((all) => all.slice(0, IMAGES_MAX))
  .default([])
const playable = z.object({
  name: text.default(''),
  duration_ms: ms.nullable().default(null),
  artists: z
    .array(z.object({ name: text }))
    .transform((all) => all.slice(0, ARTISTS_MAX))
    .default([]),
  album: z.object({ name: text.default(''), images }).default({ name: '', images: [] }),
  show: z.object({ name: text.default(''), publisher: text.default('') }).default({ name: '', publisher: '' }),
  images,
})
const answerSchema = z.object({
  is_playing: z.boolean().default(false),
  progress_ms: ms.nullable().default(null),
  currently_playing_type: z.string().max(100).optional(),
  item: playable.nullable().default(null),
})
type Answer = z.infer<typeof answerSchema>
type Playable = z.infer<typeof playable>
type Image = Playable['images'][number]

/** Reads what a Spotify account plays. The last picture is cached. */
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
    return { ...clock, ...names, cover: await coverAt(bestImage(images)), durationMs: answer.item.duration_ms }
  }

  async function ask(granted: ServiceAccess): Promise<NetAnswer | null> {
    if (granted.state !== 'open') return null
    const headers = { authorization: `Bearer ${granted.token}` }
    return net.request(`${settings.SPOTIFY_API_URL}${PATH}`, { headers, maxBytes: ANSWER_MAX_BYTES })
  }

  /** Asks with a new token if Spotify refuses the first one before it expires. */
  async function askTwice(): Promise<{ granted: ServiceAccess; answer: NetAnswer | null }> {
    const first = await access()
    const answer = await ask(first)
    if (answer?.status !== 401 || first.state !== 'open') return { granted: first, answer }
    const second = await access(first.token)
    return { granted: second, answer: await ask(second) }
  }

  return async function read(): Promise<NowPlaying> {
    const { granted, answer } = await askTwice()
    if (granted.state === 'missing') return { state: 'connect' }
    if (granted.state === 'reconnect') return { state: 'reconnect' }
    if (!answer) throw new SourceError('Spotify does not answer')
    if (answer.status === 204) return { state: 'nothing' }
    if (answer.status !== 200) throw refusal(answer)
    const { data } = answerSchema.safeParse(answer.json())
    if (!data) throw new SourceError('Spotify’s answer could not be read')
    return toPlaying(data)
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

const music = ({ name, artists, album }: Playable) => ({
  kind: 'music' as const,
  title: name,
  artist: artists
    .map((artist) => artist.name)
    .join(', ')
    .slice(0, TEXT_MAX),
  album: album.name,
  images: album.images,
})
const talk = ({ name, show, images }: Playable) => ({
  kind: 'talk' as const,
  title: name,
  artist: show.name,
  album: show.publisher,
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
