import { completion, type ProviderNewcomer } from '@atalaya/contract/identities'
import { useMutation } from '@tanstack/react-query'
import { AskBeforeLeaving } from '#web/components/ask-before-leaving.tsx'
import { Alert } from '#web/components/ui/alert.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Field } from '#web/components/ui/field.tsx'
import { Input } from '#web/components/ui/input.tsx'
import { completeAccount } from '#web/features/auth/provider-return.queries.ts'
import { useForm } from '#web/lib/use-form.ts'

const profile = completion.omit({ ticket: true })

/** Asks for the fields of a new account that the provider did not send, or does not vouch for. */
export function NewcomerForm({ provider, newcomer }: { provider: string; newcomer: ProviderNewcomer }) {
  const { ticket, suggestion, reason } = newcomer
  const register = useMutation(completeAccount(provider))
  const form = useForm(profile, (values) => register.mutate({ ticket, ...values }, { onError: form.refuse }))
  return (
    <form className="grid gap-4" {...form.props}>
      <p role="status" className="text-muted-foreground text-sm">
        {reason}
      </p>
      <div className="grid gap-4 sm:grid-cols-2 sm:gap-3">
        <Field label="Name" error={form.errors.name}>
          <Input name="name" autoComplete="given-name" defaultValue={suggestion.name} />
        </Field>
        <Field label="Surname" error={form.errors.surname}>
          <Input name="surname" autoComplete="family-name" defaultValue={suggestion.surname} />
        </Field>
      </div>
      <Field label="Username" hint="Choose a unique username" error={form.errors.username}>
        <Input name="username" autoCapitalize="none" spellCheck={false} defaultValue={suggestion.username} />
      </Field>
      <Field label="Email" error={form.errors.email}>
        <Input name="email" type="email" autoComplete="email" defaultValue={suggestion.email} />
      </Field>
      <AskBeforeLeaving isChanged={form.isChanged} />
      {form.refusal && <Alert>{form.refusal}</Alert>}
      <Button type="submit" busy={register.isPending}>
        {register.isPending ? 'Loading...' : 'Create my account'}
      </Button>
    </form>
  )
}
