import { RequiredActionScreen } from '#web/app/required-action-screen.tsx'
import { PasswordForm } from '#web/features/account/password-form.tsx'

/** Shown while the password is a temporary one of an administrator. */
export const TemporaryPasswordPage = () => (
  <RequiredActionScreen
    title="Choose your own password"
    reason="An administrator gave you a temporary password. Choose another one to go on."
  >
    <PasswordForm currentLabel="Temporary password" />
  </RequiredActionScreen>
)
