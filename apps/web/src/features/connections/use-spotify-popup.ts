import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { connectionsQuery, startSpotify } from '#web/features/connections/connections.queries.ts'
import { onSpotifyReturn } from '#web/features/connections/spotify-return.ts'
import { notify } from '#web/lib/notify.ts'

const POPUP = 'popup,width=480,height=720'

/** Opens Spotify's consent page in a popup, and refetches the connections after its return. */
export function useSpotifyPopup() {
  const client = useQueryClient()
  const popup = useRef<Window | null>(null)
  // Guard against a second signal: a popup that is not cut off sends the message and the storage event.
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
    // Opens within the click; otherwise popup blockers stop it.
    const opened = window.open('', 'atalaya-spotify', POPUP)
    popup.current = opened
    isWaiting.current = true
    start.mutate(undefined, {
      // Without a popup this window itself navigates; `/spotify-callback` leads back into the app.
      onSuccess: (authorizeUrl) => (opened ?? window).location.assign(authorizeUrl),
      onError: () => opened?.close(),
    })
  }
  return { connect, isStarting: start.isPending }
}
