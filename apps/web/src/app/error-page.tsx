import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link, useLocation, useNavigate, useRouteError } from 'react-router'
import { Button } from '#web/components/ui/button.tsx'
import { ApiError } from '#web/lib/api-error.ts'
import { isMissingCode } from '#web/lib/missing-code.ts'
import { useReturn } from '#web/lib/reachable.ts'
import { knock } from '#web/lib/request.ts'

const hasNoAnswer = (error: unknown) => isMissingCode(error) || (error instanceof ApiError && error.status === 0)

/** Whatever breaks while a page renders or loads ends here, with a way on and a way back. */
export function ErrorPage() {
  const error = useRouteError()
  const { reset } = useQueryErrorResetBoundary()
  const location = useLocation()
  const navigate = useNavigate()
  const isAway = hasNoAnswer(error)

  function again() {
    // Some browsers never ask again for a script that did not come. Without the server there would be no page at all.
    if (isMissingCode(error)) return void knock().then((isThere) => isThere && window.location.reload())
    reset()
    // The same place anew: the boundary forgets its error with the location.
    void navigate(location, { replace: true, state: location.state })
  }
  useReturn(again)
  // Whether the server is away is known with the next answer only.
  useEffect(() => {
    if (isAway) void knock()
  }, [isAway])

  return (
    <div
      className="grid min-h-[60svh] place-items-center p-6"
      role="alert"
      data-unfinished={isMissingCode(error) || undefined}
    >
      <div className="grid max-w-md justify-items-center gap-3 text-center">
        <h1 className="font-semibold text-xl">{isAway ? 'The server cannot be reached' : 'Something went wrong'}</h1>
        <p className="break-words text-muted-foreground">{isAway ? ON_RETURN : messageOf(error)}</p>
        <div className="flex gap-2 pt-2">
          <Button onClick={again}>Try again</Button>
          <Button variant="secondary" asChild>
            <Link to="/">Go home</Link>
          </Button>
        </div>
      </div>
    </div>
  )
}

const ON_RETURN = 'This page opens by itself when it is back.'
const messageOf = (error: unknown) => (error instanceof Error ? error.message : 'Unknown error')
