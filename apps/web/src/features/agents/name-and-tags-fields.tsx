import { Field } from '#web/components/ui/field.tsx'
import { Input } from '#web/components/ui/input.tsx'
import type { FormValues } from '#web/lib/form-values.ts'
import { tagsIn } from '#web/lib/selector-words.ts'

type NameAndTagsFieldsProps = { name?: string | null; tags?: string[]; tagsPlaceholder?: string }

/** Fields of an agent that its owner can edit. */
export function NameAndTagsFields({ name, tags = [], tagsPlaceholder }: NameAndTagsFieldsProps) {
  return (
    <>
      <Field label="Name" hint="Without one the machine's own name is shown">
        <Input name="name" defaultValue={name ?? ''} maxLength={80} autoComplete="off" />
      </Field>
      <Field label="Tags" hint="Separated by commas">
        <Input name="tags" defaultValue={tags.join(', ')} autoComplete="off" placeholder={tagsPlaceholder} />
      </Field>
    </>
  )
}

/** Name and tags of the submitted form; an empty name is null. `storedTags` are the agent's present ones. */
export const nameAndTags = ({ name = '', tags = '' }: FormValues, storedTags?: readonly string[]) => ({
  name: name.trim() || null,
  tags: tagsIn(tags, storedTags),
})
