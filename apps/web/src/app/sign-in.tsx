import { StrictMode, useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { OfflineBanner } from '#web/app/offline-banner.tsx'
import { AuthFrame } from '#web/features/auth/auth-frame.tsx'
import { LoginForm } from '#web/features/auth/login-form.tsx'
import { returnPath } from '#web/features/auth/return-path.ts'
import { useSession } from '#web/lib/session.ts'

const loadProgram = () => import('#web/app/program.tsx')

/** What the router keeps with an address, from before the page was loaded anew. */
const keptState = () => window.history.state?.usr ?? null

type SignInProps = {
  /** Goes on with the whole program at another address. */
  onLeave: (path: string, how?: { isNew: boolean }) => void
}

/** The sign-in form for who opens `/login`: without the program, which comes once it is needed. */
export function SignIn({ onLeave }: SignInProps) {
  const session = useSession()
  useEffect(() => {
    if (session) onLeave(returnPath(keptState()))
  }, [session, onLeave])
  return (
    <>
      <OfflineBanner />
      <AuthFrame title="Sign in to Atalaya">
        <LoginForm
          hasEnded={keptState()?.hasEnded === true}
          onBegin={() => void loadProgram()}
          onQr={() => onLeave('/login?view=qr')}
          signUp={
            <a
              href="/register"
              onClick={(event) => {
                event.preventDefault()
                onLeave('/register', { isNew: true })
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

/** Shows the form until somebody leaves it, and the program then. */
export function start(root: HTMLElement): void {
  document.title = 'Sign in · Atalaya'
  const form = createRoot(root)
  const leave: SignInProps['onLeave'] = async (path, { isNew } = { isNew: false }) => {
    const state = { ...window.history.state, usr: keptState() }
    const program = await loadProgram().catch(() => null)
    // Without its code the browser says best what is wrong.
    if (!program) return window.location.assign(path)
    if (isNew) window.history.pushState(state, '', path)
    else window.history.replaceState(state, '', path)
    form.unmount()
    program.start(root)
  }
  form.render(
    <StrictMode>
      <SignIn onLeave={leave} />
    </StrictMode>,
  )
}
