import type { Display } from '@atalaya/contract/displays'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { FormDialog } from '#web/components/form-dialog.tsx'
import { editDisplay } from '#web/features/displays/displays.queries.ts'
import { NameFields, nameForm } from '#web/features/displays/name-fields.tsx'
import { onlyChanged } from '#web/lib/only-changed.ts'
import { useForm } from '#web/lib/use-form.ts'

export function NameDialog({ display, onClose }: { display: Display; onClose: () => void }) {
  const [initial] = useState(display)
  const { _id: id, name, place, tags, zone } = initial
  const { mutate, isPending } = useMutation(editDisplay)
  const { errors, refusal, refuse, props } = useForm(nameForm, (values) =>
    mutate({ id, ...onlyChanged(initial, values) }, { onSuccess: onClose, onError: refuse }),
  )
  return (
    <FormDialog
      title="Name, place and tags"
      className="max-w-xl"
      submitText="Save"
      busyText="Saving..."
      isBusy={isPending}
      error={refusal}
      onClose={onClose}
      {...props}
    >
      <NameFields errors={errors} name={name} place={place} tags={tags} zone={zone} />
    </FormDialog>
  )
}
