/** Keys in localStorage that `/spotify-callback` leaves for the window that opened it. */
const CODE = 'spotify_auth_code'
const TIMESTAMP = 'spotify_auth_timestamp'

export const SPOTIFY_SUCCESS_CLOSE_MS = 2_000
export const SPOTIFY_ERROR_CLOSE_MS = 3_000

type Outcome = { type: 'spotify-auth-success' } | { type: 'spotify-auth-error'; error: string }

/**
 * Notifies the window that opened this one, if it is still open. The target origin keeps the message from other sites.
 */
function postToOpener(outcome: Outcome) {
  const opener = window.opener as Window | null
  opener?.postMessage(outcome, window.location.origin)
}

/** Stores the used code and notifies the opener. Write the timestamp last: other windows wait for it. */
export function reportSuccess(code: string) {
  localStorage.setItem(CODE, code)
  localStorage.setItem(TIMESTAMP, String(Date.now()))
  postToOpener({ type: 'spotify-auth-success' })
}

export const reportError = (error: string) => postToOpener({ type: 'spotify-auth-error', error })

/** Recognises a success message. Any page can send messages, so only our origin and `popup` count. */
function isSuccessFrom(popup: Window | null, { origin, source, data }: MessageEvent<unknown>): boolean {
  const isOurs = origin === window.location.origin && popup !== null && source === popup
  return isOurs && (data as Partial<Outcome> | null)?.type === 'spotify-auth-success'
}

/**
 * Calls the listener when Spotify's window has returned with success. COOP may cut off that window so that no message
 * arrives; then the storage event does. Returns a function that stops listening.
 */
export function onSpotifyReturn(getPopup: () => Window | null, listener: () => void): () => void {
  function finish() {
    localStorage.removeItem(CODE)
    localStorage.removeItem(TIMESTAMP)
    listener()
  }
  const onMessage = (event: MessageEvent<unknown>) => isSuccessFrom(getPopup(), event) && finish()
  const onStorage = ({ key, newValue }: StorageEvent) => key === TIMESTAMP && newValue !== null && finish()
  window.addEventListener('message', onMessage)
  window.addEventListener('storage', onStorage)
  return () => {
    window.removeEventListener('message', onMessage)
    window.removeEventListener('storage', onStorage)
  }
}
