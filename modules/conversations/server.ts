import { defineStream } from '@atalaya/module-sdk/server'
import type { AccountConfig } from './server/account.ts'
import type { Conversations } from './server/conversations.ts'
import { followMatrix } from './server/matrix.ts'
import { followXmpp } from './server/xmpp/xmpp.ts'

/** Both followers emit at least twice a minute, also without news. */
const STALE_AFTER_MS = 90_000
const FIRST_DATA_TIMEOUT_MS = 30_000

export const source = defineStream<AccountConfig, Conversations>({
  staleAfterMs: STALE_AFTER_MS,
  timeoutMs: FIRST_DATA_TIMEOUT_MS,
  key: ({ service, homeserver, user, password, token }) => [service, homeserver, user, password, token],
  missing({ service, homeserver = '', user, password, token }) {
    if (service === 'xmpp') return user && password ? null : 'Enter your XMPP address and its password.'
    if (!homeserver.trim()) return 'Enter your homeserver in the settings of this module.'
    return token || (user && password) ? null : 'Enter your name and password, or an access token.'
  },
  run: ({ homeserver = '', ...config }, tools, emit) =>
    config.service === 'xmpp'
      ? followXmpp({ ...config, homeserver }, tools, emit)
      : followMatrix({ ...config, homeserver }, tools, emit),
})
