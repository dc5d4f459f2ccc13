import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { Field } from '#web/components/ui/field.tsx'
import { Input } from '#web/components/ui/input.tsx'
import { reachedCountQuery, TAGS_LISTED, tagsQuery } from '#web/lib/agent-reach.ts'
import { plural } from '#web/lib/plural.ts'

const LATER_HINT = 'Machines that get it later count too.'

type TagFieldProps = { typed: string; tag: string; onType: (typed: string) => void }

/** Tag of machines. Suggests those in use, and counts the machines, so that a typing error shows. */
export function TagField({ typed, tag, onType }: TagFieldProps) {
  const listId = useId()
  const { data: tags } = useQuery(tagsQuery)
  const isUnused = tags !== undefined && tags.length < TAGS_LISTED && !tags.includes(tag)
  const { data: reachedCount } = useQuery({
    ...reachedCountQuery({ tag }),
    enabled: tags !== undefined && tag !== '' && !isUnused,
  })
  return (
    <>
      <Field label="Tag of the machines" hint={tag === '' ? LATER_HINT : countText(isUnused ? 0 : reachedCount?.total)}>
        <Input
          list={listId}
          value={typed}
          // A tag of 40 characters, after an optional #.
          maxLength={41}
          autoComplete="off"
          onChange={({ target }) => onType(target.value)}
        />
      </Field>
      <datalist id={listId}>
        {tags?.map((used) => (
          <option key={used} value={used} />
        ))}
      </datalist>
    </>
  )
}

function countText(count: number | undefined): string {
  if (count === undefined) return LATER_HINT
  if (count === 0) return `No machine has this tag now. ${LATER_HINT}`
  return `${plural(count, { one: '# machine has', other: '# machines have' })} it now. ${LATER_HINT}`
}
