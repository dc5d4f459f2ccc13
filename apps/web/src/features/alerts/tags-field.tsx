import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { Field } from '#web/components/ui/field.tsx'
import { Input } from '#web/components/ui/input.tsx'
import { TAGS_LISTED, tagsQuery } from '#web/lib/agent-reach.ts'
import { namesOf, tagsIn } from '#web/lib/selector-words.ts'

type TagsFieldProps = {
  label: string
  hint: string
  typed: string
  error: string | undefined
  onType: (typed: string) => void
}

/** Tags with commas between them. Suggests one more of those in use, and names typed tags that no machine has. */
export function TagsField({ label, hint, typed, error, onType }: TagsFieldProps) {
  const listId = useId()
  const { data: tags = [] } = useQuery(tagsQuery)
  const isListWhole = tags.length > 0 && tags.length < TAGS_LISTED
  const unused = isListWhole ? tagsIn(typed).filter((tag) => !tags.includes(tag)) : []
  // A suggestion replaces the whole text, so each one begins with the earlier tags: `attic, cellar`.
  const earlierText = typed.slice(0, typed.lastIndexOf(',') + 1)
  const earlierTags = tagsIn(earlierText)
  return (
    <>
      <Field label={label} hint={unused.length > 0 ? `No machine has ${namesOf(unused)} now.` : hint} error={error}>
        <Input list={listId} value={typed} autoComplete="off" onChange={({ target }) => onType(target.value)} />
      </Field>
      <datalist id={listId}>
        {tags
          .filter((tag) => !earlierTags.includes(tag))
          .map((tag) => (
            <option key={tag} value={earlierText === '' ? tag : `${earlierText} ${tag}`}>
              {tag}
            </option>
          ))}
      </datalist>
    </>
  )
}
