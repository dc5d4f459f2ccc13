import { Link, useLocation, useNavigate, useRouteError } from 'react-router'
import { ErrorScreen } from '#web/app/error-screen.tsx'
import { Button } from '#web/components/ui/button.tsx'

/** Route error boundary: shows failures of rendering and loading, with a retry and a way back. */
export function ErrorPage() {
  const error = useRouteError()
  const location = useLocation()
  const navigate = useNavigate()
  // Navigates to the same place: the boundary drops its error when the location changes.
  const retry = () => void navigate(location, { replace: true, state: location.state })
  return (
    <ErrorScreen error={error} onRetry={retry}>
      <Button variant="secondary" asChild>
        <Link to="/">Go home</Link>
      </Button>
    </ErrorScreen>
  )
}
