import { editUser, user as userSchema } from '@atalaya/contract/users'
import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { toast } from 'sonner'
import type { z } from 'zod'
import { Field } from '#web/components/ui/field.tsx'
import { Input } from '#web/components/ui/input.tsx'
import { Label } from '#web/components/ui/label.tsx'
import { Switch } from '#web/components/ui/switch.tsx'
import { BlockSelfDialog } from '#web/features/users/block-self-dialog.tsx'
import { changedFields } from '#web/features/users/changed-fields.ts'
import type { UserDialogProps } from '#web/features/users/user-dialog.tsx'
import { UserFormDialog } from '#web/features/users/user-form-dialog.tsx'
import { saveUser } from '#web/features/users/users.queries.ts'
import { useSession } from '#web/lib/session.ts'

const form = editUser.required().extend({ isActive: userSchema.shape.isActive })
type Draft = z.infer<typeof form>

export function UserEditDialog({ user: current, onClose }: UserDialogProps) {
  // As it was when the dialog opened: what another administrator changes meanwhile is not undone by Save.
  const [user] = useState(current)
  const { email, name, surname, isActive } = user
  const { register, control, handleSubmit, formState } = useForm({
    resolver: zodResolver(form),
    defaultValues: { email, name, surname, isActive },
  })
  const { errors } = formState
  const save = useMutation(saveUser)
  const [asking, setAsking] = useState<Draft | null>(null)
  const isSelf = useSession()?.user?._id === user._id

  function submit(draft: Draft) {
    setAsking(null)
    const fields = changedFields(user, draft)
    const isStatusChanged = draft.isActive !== user.isActive
    if (Object.keys(fields).length === 0 && !isStatusChanged) {
      toast.info('No hay cambios para guardar')
      return
    }
    save.mutate(
      { id: user._id, fields, isActive: isStatusChanged ? draft.isActive : undefined },
      { onSuccess: onClose },
    )
  }
  const onSubmit = handleSubmit((draft) => {
    const blocksSelf = isSelf && user.isActive && !draft.isActive
    if (blocksSelf) setAsking(draft)
    else submit(draft)
  })

  return (
    <UserFormDialog
      title="Edit user"
      description={user.username}
      isBusy={save.isPending}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      <Field label="Email" error={errors.email?.message}>
        <Input type="email" autoComplete="off" {...register('email')} />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Name" error={errors.name?.message}>
          <Input autoComplete="off" {...register('name')} />
        </Field>
        <Field label="Surname" error={errors.surname?.message}>
          <Input autoComplete="off" {...register('surname')} />
        </Field>
      </div>
      <div className="flex items-center justify-between gap-4 rounded-lg border p-3">
        <div>
          <Label htmlFor="user-active">Active</Label>
          <p className="text-muted-foreground text-xs">Without access all sessions end at once.</p>
        </div>
        <Controller
          control={control}
          name="isActive"
          render={({ field: { value, onChange } }) => (
            <Switch id="user-active" checked={value} onCheckedChange={onChange} />
          )}
        />
      </div>
      {asking && <BlockSelfDialog onConfirm={() => submit(asking)} onClose={() => setAsking(null)} />}
    </UserFormDialog>
  )
}
