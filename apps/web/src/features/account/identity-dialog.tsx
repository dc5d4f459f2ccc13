import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Alert } from '#web/components/ui/alert.tsx'
import { Button } from '#web/components/ui/button.tsx'
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from '#web/components/ui/dialog.tsx'
import { Field } from '#web/components/ui/field.tsx'
import { PasswordInput } from '#web/components/ui/password-input.tsx'
import { confirmPassword } from '#web/features/account/account.queries.ts'
import { settleIdentity } from '#web/lib/reauth.ts'

/** Asks for the password where the server wants to be sure who is there: a QR code may have let somebody else in. */
export function IdentityDialog() {
  const [password, setPassword] = useState('')
  const confirm = useMutation(confirmPassword)

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    // A form inside another one's dialog must not submit that one too.
    event.stopPropagation()
    confirm.mutate(password, { onSuccess: () => settleIdentity(true) })
  }

  return (
    <Dialog open onOpenChange={(open) => !open && !confirm.isPending && settleIdentity(false)}>
      <DialogContent className="max-w-sm">
        <DialogHeader>
          <DialogTitle>Confirm your password</DialogTitle>
          <DialogDescription>
            This session was signed in by QR code. Changes like this one need your password.
          </DialogDescription>
        </DialogHeader>
        <form className="grid gap-4" onSubmit={onSubmit}>
          <Field label="Your password">
            <PasswordInput
              autoComplete="current-password"
              required
              value={password}
              onChange={(event) => setPassword(event.target.value)}
            />
          </Field>
          {confirm.isError && <Alert>{confirm.error.message}</Alert>}
          <DialogFooter>
            <Button variant="secondary" disabled={confirm.isPending} onClick={() => settleIdentity(false)}>
              Cancel
            </Button>
            <Button type="submit" busy={confirm.isPending} disabled={password === ''}>
              Confirm
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  )
}
