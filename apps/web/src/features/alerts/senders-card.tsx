import { type AlertSenders, alertSenders, type SendersView } from '@atalaya/contract/alert-channels'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { AskBeforeLeaving } from '#web/components/ask-before-leaving.tsx'
import { Choice } from '#web/components/choice.tsx'
import { FormError } from '#web/components/form-error.tsx'
import { RelativeTime } from '#web/components/relative-time.tsx'
import { Alert } from '#web/components/ui/alert.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from '#web/components/ui/card.tsx'
import { Field } from '#web/components/ui/field.tsx'
import { Input } from '#web/components/ui/input.tsx'
import { Skeleton } from '#web/components/ui/skeleton.tsx'
import { saveSenders, sendersQuery } from '#web/features/alerts/channels.queries.ts'
import { MailTest } from '#web/features/alerts/mail-test.tsx'

const SECURITIES = [
  { key: 'starttls', title: 'STARTTLS (port 587)' },
  { key: 'tls', title: 'TLS (port 465)' },
  { key: 'none', title: 'None (port 25)' },
] as const

/** For administrators: settings for the server's own senders, such as the mail server. */
export function SendersCard() {
  const { data, error } = useQuery(sendersQuery)
  const [saves, setSaves] = useState(0)
  return (
    <Card aria-labelledby="senders-title">
      <CardHeader>
        <div>
          <CardTitle id="senders-title">How this server sends messages</CardTitle>
          <CardDescription>For all users. Browsers, ntfy and webhooks need none of this.</CardDescription>
        </div>
      </CardHeader>
      <CardContent>
        {error && !data && <Alert>It could not be read: {error.message}</Alert>}
        {!data && !error && <Skeleton className="h-40" />}
        {/* Key: remounts the form after a save or a change of settings, but not when only the last answer changes. */}
        {data && (
          <SendersForm
            key={JSON.stringify({ ...data, deadMan: data.deadMan?.url, saves })}
            saved={data}
            isSavedNow={saves > 0}
            onSaved={() => setSaves((count) => count + 1)}
          />
        )}
      </CardContent>
    </Card>
  )
}

type FormValues = Record<'host' | 'port' | 'username' | 'password' | 'from' | 'token' | 'deadMan', string>

function formValuesOf({ smtp, deadMan }: SendersView): FormValues {
  return {
    host: smtp?.host ?? '',
    port: String(smtp?.port ?? 587),
    username: smtp?.username ?? '',
    password: '',
    from: smtp?.from ?? '',
    token: '',
    deadMan: deadMan?.url ?? '',
  }
}

type SendersFormProps = {
  saved: SendersView
  /** True if a save remounted the form: the focus returns to its button. */
  isSavedNow: boolean
  onSaved: () => void
}

function SendersForm({ saved, isSavedNow, onSaved }: SendersFormProps) {
  // In the options, because `mutate` would not call it if changed settings remount the form first.
  const { mutate, isPending, error } = useMutation({ ...saveSenders, onSuccess: onSaved })
  const [typed, setTyped] = useState(() => formValuesOf(saved))
  const [security, setSecurity] = useState(saved.smtp?.security ?? 'starttls')
  const [hasBot, setBot] = useState(saved.telegram !== null)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const isChanged =
    JSON.stringify(typed) !== JSON.stringify(formValuesOf(saved)) ||
    security !== (saved.smtp?.security ?? 'starttls') ||
    hasBot !== (saved.telegram !== null)

  function submit() {
    const { host, port, username, password, from, token, deadMan } = typed
    const senders: AlertSenders = {
      smtp:
        host.trim() === ''
          ? null
          : { host: host.trim(), port: Number(port), security, username, from, ...(password && { password }) },
      telegram: token.trim() !== '' ? { token: token.trim() } : hasBot ? {} : null,
      deadMan: deadMan.trim() === '' ? null : { url: deadMan.trim() },
    }
    const { success, data, error: invalid } = alertSenders.safeParse(senders)
    setErrors(Object.fromEntries(invalid?.issues.map(({ path, message }) => [path.join('.'), message]) ?? []))
    if (success) mutate(data)
  }

  const inputField = (
    name: keyof FormValues,
    label: string,
    options: { hint?: string; type?: string; path?: string } = {},
  ) => (
    <Field label={label} hint={options.hint} error={options.path && errors[options.path]}>
      <Input
        type={options.type ?? 'text'}
        autoComplete="off"
        value={typed[name]}
        onChange={({ target }) => setTyped({ ...typed, [name]: target.value })}
      />
    </Field>
  )
  const lastAnswer = saved.deadMan?.last
  return (
    <form
      className="grid gap-6"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <Section title="Mail">
        {inputField('host', 'Mail server', { hint: 'Leave empty to send no mail.', path: 'smtp.host' })}
        <Choice label="Encryption" value={security} options={SECURITIES} onChange={setSecurity} />
        {inputField('port', 'Port', { path: 'smtp.port' })}
        {inputField('from', 'From', { type: 'email', path: 'smtp.from' })}
        {inputField('username', 'Username')}
        {inputField('password', 'Password', {
          type: 'password',
          hint: saved.smtp?.hasPassword ? 'Leave empty to keep it.' : undefined,
        })}
      </Section>
      <Section title="Telegram">
        {inputField('token', "The bot's token", {
          type: 'password',
          hint: hasBot ? 'Leave empty to keep it.' : '@BotFather gives one. Leave empty for no bot.',
        })}
        {hasBot && (
          <Button variant="secondary" className="self-center justify-self-start" onClick={() => setBot(false)}>
            Remove the bot
          </Button>
        )}
      </Section>
      <Section title="Dead man's switch">
        {inputField('deadMan', 'Address', {
          type: 'url',
          hint: 'Requested every minute, so that another service notices when this server is gone. Leave empty for none.',
          path: 'deadMan.url',
        })}
        {lastAnswer && (
          <p className="self-center text-muted-foreground text-sm">
            {lastAnswer.isGood ? 'It answered ' : 'It did not answer well '}
            <RelativeTime at={lastAnswer.at} fallback="" />: <code className="break-all">{lastAnswer.text}</code>
          </p>
        )}
      </Section>
      <AskBeforeLeaving isChanged={() => isChanged} />
      {error && <FormError>{error.message}</FormError>}
      <Button type="submit" className="justify-self-start" busy={isPending} autoFocus={isSavedNow}>
        Save
      </Button>
      {saved.smtp && <MailTest />}
    </form>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="grid gap-4 sm:grid-cols-2">
      <legend className="pb-3 font-medium">{title}</legend>
      {children}
    </fieldset>
  )
}
