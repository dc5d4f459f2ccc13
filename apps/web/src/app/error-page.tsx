import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { Link, useLocation, useNavigate, useRouteError } from 'react-router'
import { Button } from '#web/components/ui/button.tsx'

/** Whatever breaks while a page renders or loads ends here, with a way on and a way back. */
export function ErrorPage() {
  const error = useRouteError()
  const { reset } = useQueryErrorResetBoundary()
  const location = useLocation()
  const navigate = useNavigate()
  const message = error instanceof Error ? error.message : 'Unknown error'
  return (
    <div className="grid min-h-[60svh] place-items-center p-6" role="alert">
      <div className="grid max-w-md justify-items-center gap-3 text-center">
        <h1 className="font-semibold text-xl">Something went wrong</h1>
        <p className="break-words text-muted-foreground">{message}</p>
        <div className="flex gap-2 pt-2">
          <Button
            onClick={() => {
              reset()
              // The same place anew: the boundary forgets its error with the location.
              void navigate(location, { replace: true, state: location.state })
            }}
          >
            Try again
          </Button>
          <Button variant="secondary" asChild>
            <Link to="/">Go home</Link>
          </Button>
        </div>
      </div>
    </div>
  )
}
