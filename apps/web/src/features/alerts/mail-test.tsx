import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Alert } from '#web/components/ui/alert.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Input } from '#web/components/ui/input.tsx'
import { testMail } from '#web/features/alerts/channels.queries.ts'
import { useSession } from '#web/lib/session/session.ts'

/** Sends a test mail with the saved settings, and shows the mail server's answer. */
export function MailTest() {
  const [to, setTo] = useState(useSession()?.user?.email ?? '')
  const { mutate, isPending, data } = useMutation(testMail)
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap gap-2">
        <Input
          type="email"
          aria-label="Recipient of the test mail"
          className="max-w-64"
          value={to}
          onChange={({ target }) => setTo(target.value)}
        />
        <Button variant="secondary" busy={isPending} disabled={!to.includes('@')} onClick={() => mutate(to)}>
          Send a test mail
        </Button>
      </div>
      {data && (
        <Alert variant={data.isGood ? 'info' : 'destructive'}>
          The mail server said: <code className="break-all">{data.answer}</code>
        </Alert>
      )}
    </div>
  )
}
