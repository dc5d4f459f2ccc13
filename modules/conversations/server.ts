import { defineStream } from '@atalaya/module-sdk/server'
import type { Conversations } from './server/conversations.ts'
import { followMatrix } from './server/matrix.ts'
import type { MatrixConfig } from './server/sign-in.ts'

/** Homeservers answer twice a minute, also when nothing happens. */
const STALE_MS = 90_000
const FIRST_MS = 30_000

export const source = defineStream<MatrixConfig, Conversations>({
  staleAfterMs: STALE_MS,
  timeoutMs: FIRST_MS,
  key: ({ homeserver, user, password, token }) => [homeserver, user, password, token],
  missing({ homeserver, user, password, token }) {
    if (!homeserver.trim()) return 'Enter your homeserver in the settings of this module.'
    return token || (user && password) ? null : 'Enter your name and password, or an access token.'
  },
  run: followMatrix,
})
