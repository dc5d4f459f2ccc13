import { isZone } from '@atalaya/format/zone'
import { useId } from 'react'
import { z } from 'zod'
import { Field } from '#web/components/ui/field.tsx'
import { Input } from '#web/components/ui/input.tsx'
import { tagsIn } from '#web/lib/selector-words.ts'

/** Form for the user's texts about a display; the server validates the rest. */
export const nameForm = z.object({
  name: z.string().trim().min(1, 'Give the display a name'),
  place: z.string().trim(),
  tags: z.string().transform((typed) => tagsIn(typed)),
  zone: z.string().trim().refine(isZone, 'A zone is written as Europe/Madrid'),
})

type NameFieldsProps = {
  errors: Record<string, string>
  name?: string
  place?: string
  tags?: readonly string[]
  zone: string
}

export function NameFields({ errors, name = '', place = '', tags = [], zone }: NameFieldsProps) {
  const zones = useId()
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Name" error={errors.name}>
          <Input name="name" defaultValue={name} maxLength={60} autoComplete="off" placeholder="Kitchen" />
        </Field>
        <Field label="Place" error={errors.place}>
          <Input name="place" defaultValue={place} maxLength={120} autoComplete="off" placeholder="Beside the fridge" />
        </Field>
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label="Tags"
          hint="With commas between them. One message reaches all displays with a tag."
          error={errors.tags}
        >
          <Input name="tags" defaultValue={tags.join(', ')} autoComplete="off" />
        </Field>
        <Field label="Time zone" hint="For the hours of its playlist and of its night." error={errors.zone}>
          <Input name="zone" defaultValue={zone} maxLength={64} autoComplete="off" list={zones} />
        </Field>
      </div>
      <datalist id={zones}>
        {Intl.supportedValuesOf('timeZone').map((zoneName) => (
          <option key={zoneName} value={zoneName} />
        ))}
      </datalist>
    </>
  )
}
