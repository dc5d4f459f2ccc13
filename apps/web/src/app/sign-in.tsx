import { StrictMode, useEffect, useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'
import { createRoot, hydrateRoot } from 'react-dom/client'
import type { LoadEntry } from '#web/app/entry-types.ts'
import { OfflineBanner } from '#web/app/offline-banner.tsx'
import { AuthFrame } from '#web/features/auth/auth-frame.tsx'
import { LoginForm } from '#web/features/auth/login-form.tsx'
import { returnPath } from '#web/features/auth/return-path.ts'
import { useSession } from '#web/lib/session/session.ts'

/** React Router's state of the history entry; it survives a reload of the page. */
const readRouterState = () => window.history.state?.usr ?? null
const hasEnded = () => readRouterState()?.hasEnded === true

const neverChanges = () => () => undefined

type SignInProps = {
  /** Continues with the screen of another address. `isPush` keeps the form in the history. */
  onLeave: (path: string, how?: { isPush: boolean }) => void
  /** Prefetches the code of an address. */
  onExpect: (path: string) => void
}

/** The sign-in form at `/login`. The code of other screens is loaded when it is needed. */
export function SignIn({ onLeave, onExpect }: SignInProps) {
  const session = useSession()
  const hasSessionEnded = useSyncExternalStore(neverChanges, hasEnded, () => false)
  useEffect(() => {
    if (session) onLeave(returnPath(readRouterState()))
  }, [session, onLeave])
  return (
    <>
      <OfflineBanner />
      <AuthFrame title="Sign in to Atalaya">
        <LoginForm
          hasEnded={hasSessionEnded}
          onBegin={() => onExpect(returnPath(readRouterState()))}
          onQr={() => onLeave('/login?view=qr')}
          signUp={
            <a
              href="/register"
              onClick={(event) => {
                event.preventDefault()
                onLeave('/register', { isPush: true })
              }}
            >
              Sign up
            </a>
          }
        />
      </AuthFrame>
    </>
  )
}

/** Hydrates the prerendered form, and continues with the program when the person leaves it. */
export function start(root: HTMLElement, loadEntry: LoadEntry): void {
  document.title = 'Sign in · Atalaya'
  const form = (
    <StrictMode>
      <SignIn onLeave={leave} onExpect={(path) => void loadEntry(path, true)} />
    </StrictMode>
  )
  // Renders synchronously, so that no press falls between the page's own listeners (early.js) and React's.
  const reactRoot = flushSync(() => (root.dataset.drawn === undefined ? renderForm() : hydrateRoot(root, form)))
  delete root.dataset.drawn

  function renderForm() {
    const created = createRoot(root)
    created.render(form)
    return created
  }
  async function leave(path: string, { isPush } = { isPush: false }) {
    // Drops the key of the form's history entry, so that the next screen counts as an arrival (`app/arrival.ts`).
    const state = { ...window.history.state, key: undefined, usr: readRouterState() }
    const entry = await loadEntry(path).catch(() => null)
    // The code did not load: the browser navigates, and shows its own error page.
    if (!entry) return window.location.assign(path)
    if (isPush) window.history.pushState(state, '', path)
    else window.history.replaceState(state, '', path)
    reactRoot.unmount()
    await entry.start(root, loadEntry)
  }
}
