import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { connectionsQuery, startSpotify } from '#web/features/connections/connections.queries.ts'
import { onSpotifyReturn } from '#web/features/connections/spotify-return.ts'
import { notify } from '#web/lib/notify.ts'

const POPUP = 'popup,width=480,height=720'

/** Opens Spotify's page of consent, and reads the connections anew when it has come back. */
export function useSpotifyPopup() {
  const client = useQueryClient()
  const popup = useRef<Window | null>(null)
  // The message and what is stored both arrive where the window was not cut off.
  const isWaiting = useRef(false)
  const start = useMutation(startSpotify)

  useEffect(
    () =>
      onSpotifyReturn(
        () => popup.current,
        () => {
          popup.current = null
          void client.invalidateQueries({ queryKey: connectionsQuery.queryKey, exact: true })
          if (isWaiting.current) void notify('success', 'Spotify connected')
          isWaiting.current = false
        },
      ),
    [client],
  )

  function connect() {
    // Opened at the click itself: later on browsers would take it for an advertisement.
    const opened = window.open('', 'atalaya-spotify', POPUP)
    popup.current = opened
    isWaiting.current = true
    start.mutate(undefined, {
      // Where no window may be opened, this one goes there; `/spotify-callback` leads back into the app.
      onSuccess: (authorizeUrl) => (opened ?? window).location.assign(authorizeUrl),
      onError: () => opened?.close(),
    })
  }
  return { connect, isStarting: start.isPending }
}
