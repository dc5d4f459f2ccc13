import { useQuery } from '@tanstack/react-query'
import { CircleCheck, CircleX, LoaderCircle } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { Logo } from '#web/components/logo.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { spotifyExchangeQuery } from '#web/features/connections/connections.queries.ts'
import {
  reportError,
  reportSuccess,
  SPOTIFY_ERROR_CLOSE_MS,
  SPOTIFY_SUCCESS_CLOSE_MS,
} from '#web/features/connections/spotify-return.ts'

/** `/spotify-callback`: Spotify's redirect URI. */
export function SpotifyCallbackPage() {
  const [search] = useSearchParams()
  const code = search.get('code')
  const error = search.get('error')
  useEffect(() => {
    document.title = 'Spotify · Atalaya'
  }, [])
  return (
    <main className="grid min-h-svh place-items-center bg-sidebar p-4">
      <div className="grid w-full max-w-sm justify-items-center gap-4 rounded-xl border bg-card p-6 text-center shadow-md">
        <Logo className="size-10" />
        <h1 className="sr-only">Spotify</h1>
        <Outcome code={code} error={error} state={search.get('state')} />
      </div>
    </main>
  )
}

type OutcomeProps = { code: string | null; error: string | null; state: string | null }

function Outcome({ code, error, state }: OutcomeProps) {
  if (error) return <Failed message={`Error de autenticación: ${error}`} />
  if (!code) return <Failed message="No se recibió código de autorización" />
  if (!state) return <Succeeded code={code} text="Spotify has answered" />
  return <Exchange code={code} state={state} />
}

function Exchange({ code, state }: { code: string; state: string }) {
  const { data, error } = useQuery(spotifyExchangeQuery(code, state))
  if (error) return <Failed message={`Error de autenticación: ${error.message}`} />
  if (data) return <Succeeded code={code} text="Spotify is connected" />
  return (
    <Line>
      <LoaderCircle className="size-5 animate-spin text-muted-foreground" aria-hidden />
      Connecting Spotify...
    </Line>
  )
}

function Succeeded({ code, text }: { code: string; text: string }) {
  const navigate = useNavigate()
  useEffect(() => {
    reportSuccess(code)
    const timer = setTimeout(() => {
      window.close()
      // The browser may refuse to close the window; then it continues as the app.
      void navigate('/', { replace: true })
    }, SPOTIFY_SUCCESS_CLOSE_MS)
    return () => clearTimeout(timer)
  }, [code, navigate])
  return (
    <>
      <Line>
        <CircleCheck className="size-5 text-success-text" aria-hidden />
        {text}
      </Line>
      <p className="text-muted-foreground text-sm">This window closes by itself.</p>
    </>
  )
}

function Failed({ message }: { message: string }) {
  useEffect(() => {
    reportError(message)
    const timer = setTimeout(() => window.close(), SPOTIFY_ERROR_CLOSE_MS)
    return () => clearTimeout(timer)
  }, [message])
  return (
    <>
      <Line role="alert">
        <CircleX className="size-5 shrink-0 text-destructive-text" aria-hidden />
        <span className="wrap-anywhere">{message}</span>
      </Line>
      <Button asChild variant="secondary">
        <Link to="/settings">Back to settings</Link>
      </Button>
    </>
  )
}

function Line({ role = 'status', children }: { role?: 'alert' | 'status'; children: ReactNode }) {
  return (
    <p role={role} className="flex items-center justify-center gap-2.5 font-medium">
      {children}
    </p>
  )
}
