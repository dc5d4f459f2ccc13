import { type Role, role as roleSchema } from '@atalaya/contract/users'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { toast } from 'sonner'
import { Checkbox } from '#web/components/ui/checkbox.tsx'
import { Field } from '#web/components/ui/field.tsx'
import { Label } from '#web/components/ui/label.tsx'
import { Select, SelectContent, SelectItem, SelectTrigger, SelectValue } from '#web/components/ui/select.tsx'
import type { UserDialogProps } from '#web/features/users/user-actions.ts'
import { UserFormDialog } from '#web/features/users/user-form-dialog.tsx'
import { setUserRole } from '#web/features/users/users.queries.ts'
import { onValues } from '#web/lib/form-values.ts'

const names: Record<Role, string> = { user: 'Usuario', admin: 'Admin' }

export function UserRoleDialog({ user, onClose }: UserDialogProps) {
  const [role, setRole] = useState(user.role)
  const [isConfirmed, setConfirmed] = useState(false)
  const change = useMutation(setUserRole)

  const onSubmit = onValues(() => {
    if (role === user.role) toast.info('No hay cambios de rol')
    else change.mutate({ id: user._id, role }, { onSuccess: onClose })
  })

  return (
    <UserFormDialog
      title="Change role"
      description={user.email}
      isBusy={change.isPending}
      canSubmit={isConfirmed}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      <Select value={role} onValueChange={(value) => setRole(roleSchema.parse(value))}>
        <Field label="Role">
          <SelectTrigger>
            <SelectValue />
          </SelectTrigger>
        </Field>
        <SelectContent>
          {roleSchema.options.map((option) => (
            <SelectItem key={option} value={option}>
              {names[option]}
            </SelectItem>
          ))}
        </SelectContent>
      </Select>
      <div className="flex items-center gap-2.5" lang="es">
        <Checkbox
          id="role-confirmed"
          checked={isConfirmed}
          onCheckedChange={(checked) => setConfirmed(checked === true)}
        />
        <Label htmlFor="role-confirmed">Confirmo el cambio de rol</Label>
      </div>
    </UserFormDialog>
  )
}
