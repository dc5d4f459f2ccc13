import { Card, CardContent, CardDescription, CardHeader, CardTitle } from '#web/components/ui/card.tsx'
import { PasswordForm } from '#web/features/account/password-form.tsx'

export function PasswordCard() {
  return (
    <Card aria-labelledby="password-title">
      <CardHeader>
        <div>
          <CardTitle id="password-title">Password</CardTitle>
          <CardDescription>A new password ends all your other sessions.</CardDescription>
        </div>
      </CardHeader>
      <CardContent>
        <PasswordForm />
      </CardContent>
    </Card>
  )
}
