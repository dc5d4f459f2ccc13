import { editMe } from '@atalaya/contract/auth'
import type { User } from '@atalaya/contract/users'
import { useMutation } from '@tanstack/react-query'
import { type ChangeEvent, useState } from 'react'
import { z } from 'zod'
import { AskBeforeLeaving } from '#web/components/ask-before-leaving.tsx'
import { Alert } from '#web/components/ui/alert.tsx'
import { Avatar } from '#web/components/ui/avatar.tsx'
import { Badge } from '#web/components/ui/badge.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Card, CardContent, CardTitle } from '#web/components/ui/card.tsx'
import { Field } from '#web/components/ui/field.tsx'
import { Input } from '#web/components/ui/input.tsx'
import { editProfile } from '#web/features/account/account.queries.ts'
import { isAdmin } from '#web/lib/session/session.ts'
import { useForm } from '#web/lib/use-form.ts'

const { email, name, surname, birthday } = editMe.required().shape
/** An empty date field: the account has no birthday. */
const noDay = z.literal('').transform(() => null)
const profile = z.object({ email, name, surname, birthday: noDay.or(birthday) })
const fieldNames = profile.keyof().options
type FieldName = (typeof fieldNames)[number]

export function ProfileCard({ user }: { user: User }) {
  // Only the edited fields; the others keep following the account, which may change on another screen.
  const [typed, setTyped] = useState<Partial<Record<FieldName, string>>>({})
  const isChanged = (name: FieldName) => typed[name] !== undefined && typed[name] !== (user[name] ?? '')
  const save = useMutation(editProfile)
  const form = useForm(profile, (draft) => {
    const changed = Object.fromEntries(Object.entries(draft).filter(([name]) => isChanged(name as FieldName)))
    save.mutate(changed, {
      onSuccess() {
        setTyped({})
        form.markSaved()
      },
      onError: form.refuse,
    })
  })
  const field = (name: FieldName) => ({
    name,
    value: typed[name] ?? user[name] ?? '',
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) => setTyped({ ...typed, [name]: target.value }),
  })
  return (
    <Card aria-labelledby="profile-title">
      <CardContent className="grid gap-5">
        <div className="flex items-center gap-3">
          <Avatar name={user.name} surname={user.surname} className="size-12 text-lg" />
          <div className="min-w-0">
            <CardTitle id="profile-title" className="flex items-center gap-2 text-lg">
              <span className="truncate">{user.username}</span>
              {isAdmin(user) && <Badge variant="primary">admin</Badge>}
            </CardTitle>
            <p className="text-muted-foreground text-sm">Your username stays as it is.</p>
          </div>
        </div>
        <form className="grid gap-4" {...form.props}>
          <div className="grid gap-4 sm:grid-cols-2">
            <Field label="Name" error={form.errors.name}>
              <Input autoComplete="given-name" {...field('name')} />
            </Field>
            <Field label="Surname" error={form.errors.surname}>
              <Input autoComplete="family-name" {...field('surname')} />
            </Field>
          </div>
          <Field label="Email" hint="A new e-mail ends your other sessions." error={form.errors.email}>
            <Input type="email" autoComplete="email" {...field('email')} />
          </Field>
          <Field label="Birthday" error={form.errors.birthday}>
            <Input type="date" autoComplete="bday" {...field('birthday')} />
          </Field>
          <AskBeforeLeaving isChanged={form.isChanged} />
          {form.refusal && <Alert>{form.refusal}</Alert>}
          <Button
            type="submit"
            className="justify-self-start"
            busy={save.isPending}
            disabled={!fieldNames.some(isChanged)}
          >
            {save.isPending ? 'Saving...' : 'Save profile'}
          </Button>
        </form>
      </CardContent>
    </Card>
  )
}
