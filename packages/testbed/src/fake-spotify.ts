import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Answer, createConsent } from './fake-spotify-consent.ts'

const defaultControl = () => ({
  /** Every refresh answers a new refresh token, and the old one becomes invalid. */
  rotates: false,
  /** The page of consent cuts its window off from the one that opened it. */
  cutsOpener: false,
  /** Answers to requests for tokens and profiles in place of the true ones, one for each call. */
  instead: [] as Answer[],
  /** Answer of the player to everybody. */
  player: { status: 204 } as Answer,
  /** Every request for tokens. */
  grants: [] as Record<string, string>[],
})

/** One white pixel. */
const COVER = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mP8/x8AAwMCAO+ip1sAAAAASUVORK5CYII=',
  'base64',
)

type Options = { clientId?: string; now?: () => number; cover?: Buffer }
type Song = { title?: string; artist?: string; album?: string; durationMs?: number }

/**
 * A fake of Spotify, which tests can't reach: its page of consent, its tokens and its player. They behave as Spotify
 * documents them (authorisation code with PKCE, refreshing tokens, the currently playing track). It is as strict as the
 * real one about codes, verifiers, addresses and tokens.
 */
export async function startFakeSpotify({ clientId = 'client-of-tests', now = Date.now, cover = COVER }: Options = {}) {
  const control = defaultControl()
  const consent = createConsent({ clientId, now, control })

  function answerOfApi(path: string, authorization = ''): Answer {
    if (!consent.isGood(authorization.replace('Bearer ', ''))) {
      return { status: 401, body: { error: { status: 401, message: 'The access token expired' } } }
    }
    if (path === '/v1/me') return { status: 200, body: { id: 'wanda', display_name: 'Wanda' } }
    return control.player
  }

  function answerTo({ url = '/', headers }: IncomingMessage, body: string): Answer {
    const { pathname, searchParams } = new URL(url, 'http://fake')
    if (pathname === '/authorize') return consent.page(searchParams)
    if (pathname === '/decide') return consent.decide(searchParams)
    if (pathname === '/cover') return { status: 200, body: cover, headers: { 'content-type': 'image/png' } }
    if (pathname.startsWith('/v1/me/player')) return answerOfApi(pathname, headers.authorization)
    const instead = control.instead.shift()
    if (instead) return instead
    if (pathname === '/api/token') return consent.grant(Object.fromEntries(new URLSearchParams(body)))
    return pathname.startsWith('/v1/me') ? answerOfApi(pathname, headers.authorization) : { status: 404 }
  }

  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { status, body, headers } = answerTo(request, Buffer.concat(chunks).toString())
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    const isRaw = typeof body === 'string' || body === undefined || body instanceof Buffer
    response.end(isRaw ? body : JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  return {
    control,
    /** The server's settings that lead here. */
    settings: { SPOTIFY_CLIENT_ID: clientId, SPOTIFY_ACCOUNTS_URL: url, SPOTIFY_API_URL: url },
    /** Something plays; in the format that Spotify documents. */
    play(change: Song & { progressMs?: number; isPlaying?: boolean } = {}): void {
      const { title = 'Lanterns', progressMs = 30_000, isPlaying = true, durationMs = 200_000 } = change
      const images = [640, 300, 64].map((width) => ({ url: `${url}/cover?${width}`, width, height: width }))
      const album = { name: change.album ?? 'Signal Fires', images }
      const artists = change.artist ? [{ name: change.artist }] : [{ name: 'The Night Watch' }, { name: 'Ada' }]
      const body = {
        is_playing: isPlaying,
        progress_ms: progressMs,
        timestamp: now(),
        currently_playing_type: 'track',
        item: { name: title, duration_ms: durationMs, artists, album, type: 'track' },
      }
      control.player = { status: 200, body }
    },
    reset: (): void => void Object.assign(control, defaultControl()),
    /** The user takes the consent back: all tokens become invalid. */
    revoke: consent.revoke,
    /** Access tokens end before their time. */
    endAccess: consent.endAccess,

    /** Agrees like a person. Returns the address to which Spotify sends them back. */
    async agree(authorizeUrl: string): Promise<URL> {
      const page = await fetch(authorizeUrl)
      if (!page.ok) throw new Error(`The page of consent answered ${page.status}: ${await page.text()}`)
      const { searchParams } = new URL(authorizeUrl)
      const { headers } = await fetch(`${url}/decide?${searchParams}&decision=agree`, { redirect: 'manual' })
      return new URL(headers.get('location') ?? '')
    },

    async stop(): Promise<void> {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
export type FakeSpotify = Awaited<ReturnType<typeof startFakeSpotify>>
