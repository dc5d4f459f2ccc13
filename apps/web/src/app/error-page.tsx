import { Link, useLocation, useNavigate, useRouteError } from 'react-router'
import { ErrorScreen } from '#web/app/error-screen.tsx'
import { Button } from '#web/components/ui/button.tsx'

/** Whatever breaks while a page renders or loads ends here, with a way on and a way back. */
export function ErrorPage() {
  const error = useRouteError()
  const location = useLocation()
  const navigate = useNavigate()
  // The same place anew: the boundary forgets its error with the location.
  const again = () => void navigate(location, { replace: true, state: location.state })
  return (
    <ErrorScreen error={error} onAgain={again}>
      <Button variant="secondary" asChild>
        <Link to="/">Go home</Link>
      </Button>
    </ErrorScreen>
  )
}
