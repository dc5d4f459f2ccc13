import { editUser } from '@atalaya/contract/users'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { toast } from 'sonner'
import type { z } from 'zod'
import { Field } from '#web/components/ui/field.tsx'
import { Input } from '#web/components/ui/input.tsx'
import { Label } from '#web/components/ui/label.tsx'
import { Switch } from '#web/components/ui/switch.tsx'
import { BlockSelfDialog } from '#web/features/users/block-self-dialog.tsx'
import type { UserDialogProps } from '#web/features/users/user-actions.ts'
import { UserFormDialog } from '#web/features/users/user-form-dialog.tsx'
import { saveUser } from '#web/features/users/users.queries.ts'
import { onlyChanged } from '#web/lib/only-changed.ts'
import { useSession } from '#web/lib/session/session.ts'
import { useForm } from '#web/lib/use-form.ts'

const account = editUser.required()
type Draft = z.infer<typeof account> & { isActive: boolean }

export function UserEditDialog({ user: current, onClose }: UserDialogProps) {
  // Snapshot on opening: Save must not undo the changes that another administrator makes meanwhile.
  const [user] = useState(current)
  const [isActive, setActive] = useState(user.isActive)
  const save = useMutation(saveUser)
  const [draftToConfirm, setDraftToConfirm] = useState<Draft | null>(null)
  const isSelf = useSession()?.user?._id === user._id

  function submit(draft: Draft) {
    setDraftToConfirm(null)
    const { isActive: nextStatus, ...fields } = onlyChanged(user, draft)
    if (Object.keys(fields).length === 0 && nextStatus === undefined) {
      toast.info('No hay cambios para guardar')
      return
    }
    save.mutate({ id: user._id, fields, isActive: nextStatus }, { onSuccess: onClose })
  }
  const form = useForm(account, (fields) => {
    const draft = { ...fields, isActive }
    const isBlockingSelf = isSelf && user.isActive && !isActive
    if (isBlockingSelf) setDraftToConfirm(draft)
    else submit(draft)
  })

  return (
    <UserFormDialog
      title="Edit user"
      description={user.username}
      isBusy={save.isPending}
      {...form.props}
      onClose={onClose}
    >
      <Field label="Email" error={form.errors.email}>
        <Input name="email" defaultValue={user.email} type="email" autoComplete="off" />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Name" error={form.errors.name}>
          <Input name="name" defaultValue={user.name} autoComplete="off" />
        </Field>
        <Field label="Surname" error={form.errors.surname}>
          <Input name="surname" defaultValue={user.surname} autoComplete="off" />
        </Field>
      </div>
      <div className="flex items-center justify-between gap-4 rounded-lg border p-3">
        <div>
          <Label htmlFor="user-active">Active</Label>
          <p className="text-muted-foreground text-xs">
            Without access all sessions end at once, and displays pause until there is access again.
          </p>
        </div>
        <Switch id="user-active" checked={isActive} onCheckedChange={setActive} />
      </div>
      {draftToConfirm && (
        <BlockSelfDialog onConfirm={() => submit(draftToConfirm)} onClose={() => setDraftToConfirm(null)} />
      )}
    </UserFormDialog>
  )
}
