import { FirstOfAll } from '#web/app/first-of-all.tsx'
import { PasswordForm } from '#web/features/account/password-form.tsx'

/** Shown while the password is a temporary one of an administrator. */
export const TemporaryPasswordPage = () => (
  <FirstOfAll
    title="Choose your own password"
    why="An administrator gave you a temporary password. Choose another one to go on."
  >
    <PasswordForm currentLabel="Temporary password" />
  </FirstOfAll>
)
