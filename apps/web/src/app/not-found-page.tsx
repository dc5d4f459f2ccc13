import { Link } from 'react-router'
import { usePageTitle } from '#web/app/page-title.ts'
import { Logo } from '#web/components/logo.tsx'
import { Button } from '#web/components/ui/button.tsx'

export function NotFoundPage() {
  usePageTitle()
  return (
    <div className="grid min-h-svh grid-rows-[1fr_auto] p-6">
      <main className="grid place-items-center">
        <div className="grid max-w-md justify-items-center gap-3 text-center">
          <Logo className="size-12" />
          <h1 className="mt-2 font-semibold text-2xl">Page not found</h1>
          <p className="text-muted-foreground">Sorry, the route you're trying to visit doesn't exist or has changed.</p>
          <div className="flex gap-2 pt-3">
            <Button asChild>
              <Link to="/">Go home</Link>
            </Button>
            <Button variant="secondary" asChild>
              <Link to="/login">Sign in</Link>
            </Button>
          </div>
        </div>
      </main>
      <footer className="text-center text-muted-foreground text-xs">
        Code: 404 • If the problem persists, contact support.
      </footer>
    </div>
  )
}
