/** What `/spotify-callback` leaves for the window that opened it. */
const CODE = 'spotify_auth_code'
const TIMESTAMP = 'spotify_auth_timestamp'

export const SPOTIFY_SUCCESS_CLOSE_MS = 2_000
export const SPOTIFY_ERROR_CLOSE_MS = 3_000

type Outcome = { type: 'spotify-auth-success' } | { type: 'spotify-auth-error'; error: string }

/** Tells the window that opened this one, if there still is one; only a page of this very origin gets to hear it. */
function postToOpener(outcome: Outcome) {
  const opener = window.opener as Window | null
  opener?.postMessage(outcome, window.location.origin)
}

/** Keeps the code, which the exchange has used up, and tells. The timestamp comes last: other windows wait for it. */
export function reportSuccess(code: string) {
  localStorage.setItem(CODE, code)
  localStorage.setItem(TIMESTAMP, String(Date.now()))
  postToOpener({ type: 'spotify-auth-success' })
}

export const reportError = (error: string) => postToOpener({ type: 'spotify-auth-error', error })

/** Whether a message says that it worked. Anybody can send messages: ours come from our origin and from `popup`. */
function isSuccessFrom(popup: Window | null, { origin, source, data }: MessageEvent<unknown>): boolean {
  const isOurs = origin === window.location.origin && popup !== null && source === popup
  return isOurs && (data as Partial<Outcome> | null)?.type === 'spotify-auth-success'
}

/**
 * Calls when Spotify's window has come back with success. Where Spotify cuts that window off from this one (COOP), no
 * message arrives, but what it stored does. Answers how to stop.
 */
export function onSpotifyReturn(popupNow: () => Window | null, listener: () => void): () => void {
  function finish() {
    localStorage.removeItem(CODE)
    localStorage.removeItem(TIMESTAMP)
    listener()
  }
  const onMessage = (event: MessageEvent<unknown>) => isSuccessFrom(popupNow(), event) && finish()
  const onStorage = ({ key, newValue }: StorageEvent) => key === TIMESTAMP && newValue !== null && finish()
  window.addEventListener('message', onMessage)
  window.addEventListener('storage', onStorage)
  return () => {
    window.removeEventListener('message', onMessage)
    window.removeEventListener('storage', onStorage)
  }
}
