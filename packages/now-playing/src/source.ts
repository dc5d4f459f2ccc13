import { defineStream } from '@atalaya/module-sdk/server'
import { followMpd } from './mpd.ts'
import type { NowPlaying, PlayerConfig } from './now-playing.ts'
import { followSpotify } from './spotify-stream.ts'

/** Followers of both players emit at least every minute. */
const STALE_AFTER_MS = 150_000

/** Data source of both now-playing modules. Each account and each MPD has one upstream. */
export const source = defineStream<PlayerConfig, NowPlaying>({
  name: 'now-playing',
  staleAfterMs: STALE_AFTER_MS,
  connection: ({ provider }) => (provider === 'spotify' ? 'spotify' : null),
  key: ({ provider, host, port, password }) => (provider === 'mpd' ? [provider, host, port, password] : [provider]),
  missing: ({ provider, host }) => (provider === 'mpd' && !host ? 'Enter the address of your MPD.' : null),
  run: (config, tools, emit) =>
    config.provider === 'mpd' ? followMpd(config, tools, emit) : followSpotify(tools, emit),
})
