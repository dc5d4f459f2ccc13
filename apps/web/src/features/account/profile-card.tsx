import { editMe } from '@atalaya/contract/auth'
import type { User } from '@atalaya/contract/users'
import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { Alert } from '#web/components/ui/alert.tsx'
import { Avatar } from '#web/components/ui/avatar.tsx'
import { Badge } from '#web/components/ui/badge.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Card, CardContent, CardTitle } from '#web/components/ui/card.tsx'
import { Field } from '#web/components/ui/field.tsx'
import { Input } from '#web/components/ui/input.tsx'
import { editProfile } from '#web/features/account/account.queries.ts'
import { showIssues } from '#web/features/account/show-issues.ts'
import { isAdmin } from '#web/lib/session.ts'

const { email, name, surname, birthday } = editMe.required().shape
const noDay = z.literal('').transform(() => null)
const form = z.object({ email, name, surname, birthday: noDay.or(birthday) })
const fields = ['email', 'name', 'surname', 'birthday'] as const

export function ProfileCard({ user }: { user: User }) {
  const { register, handleSubmit, formState, setError } = useForm({
    resolver: zodResolver(form),
    values: { email: user.email, name: user.name, surname: user.surname, birthday: user.birthday ?? '' },
    resetOptions: { keepDirtyValues: true },
  })
  const { errors, dirtyFields, isDirty } = formState
  const save = useMutation(editProfile)
  const onSubmit = handleSubmit((draft) => {
    const changed = Object.fromEntries(fields.filter((key) => dirtyFields[key]).map((key) => [key, draft[key]]))
    save.mutate(changed, { onError: showIssues(setError, fields) })
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
            <p className="text-muted-foreground text-sm">Your username stays as it is; you can sign in with it too.</p>
          </div>
        </div>
        <form className="grid gap-4" noValidate onSubmit={onSubmit}>
          <div className="grid gap-4 sm:grid-cols-2">
            <Field label="Name" error={errors.name?.message}>
              <Input autoComplete="given-name" {...register('name')} />
            </Field>
            <Field label="Surname" error={errors.surname?.message}>
              <Input autoComplete="family-name" {...register('surname')} />
            </Field>
          </div>
          <Field label="Email" hint="A new e-mail ends your other sessions." error={errors.email?.message}>
            <Input type="email" autoComplete="email" {...register('email')} />
          </Field>
          <Field label="Birthday" error={errors.birthday?.message}>
            <Input type="date" autoComplete="bday" {...register('birthday')} />
          </Field>
          {errors.root && <Alert>{errors.root.message}</Alert>}
          <Button type="submit" className="justify-self-start" busy={save.isPending} disabled={!isDirty}>
            {save.isPending ? 'Saving...' : 'Save profile'}
          </Button>
        </form>
      </CardContent>
    </Card>
  )
}
