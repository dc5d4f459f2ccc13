import { Choice } from '#web/components/choice.tsx'
import type { Draft, RuleField } from '#web/features/alerts/rule-draft.ts'
import { TagsField } from '#web/features/alerts/tags-field.tsx'
import { plural } from '#web/lib/plural.ts'

const REACHES = [
  { key: 'fleet', title: 'Of everybody, for all administrators' },
  { key: 'own', title: 'Yours, for you alone' },
] as const
const MATCHES = [
  { key: 'any', title: 'One of them is enough' },
  { key: 'all', title: 'All of them' },
] as const

type SelectorFieldsProps = {
  draft: Draft
  errors: Partial<Record<RuleField, string>>
  canReachAll: boolean
  isReachFixed: boolean
  onChange: (change: Partial<Draft>) => void
}

/** Machines that a rule applies to. A tag selects at evaluation time, so it also matches machines tagged later. */
export function SelectorFields({ draft, errors, canReachAll, isReachFixed, onChange }: SelectorFieldsProps) {
  const chosen = plural(draft.agentIds.length, { one: 'The # that was chosen', other: 'The # that were chosen' })
  const whichOptions = [
    { key: 'all', title: 'All' },
    { key: 'tags', title: 'Those with tags' },
    ...(draft.agentIds.length > 0 ? [{ key: 'chosen', title: chosen } as const] : []),
  ] as const
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {canReachAll && (
        <Choice
          label="Owners"
          value={draft.reach}
          options={REACHES}
          isDisabled={isReachFixed}
          onChange={(reach) => onChange({ reach, ...(reach === 'fleet' && { adminMinutes: '' }) })}
        />
      )}
      <Choice
        label="Which machines"
        value={draft.which}
        options={whichOptions}
        error={draft.which === 'tags' ? undefined : errors.selector}
        onChange={(next) => onChange({ which: next })}
      />
      {draft.which === 'tags' && (
        <TagsField
          label="Tags"
          hint="With commas between them."
          typed={draft.tags}
          error={errors.selector}
          onType={(tags) => onChange({ tags })}
        />
      )}
      {draft.which === 'tags' && draft.tags.includes(',') && (
        <Choice label="How many tags" value={draft.match} options={MATCHES} onChange={(match) => onChange({ match })} />
      )}
      <TagsField
        label="But not those with these tags"
        hint="Empty: all of them."
        typed={draft.without}
        error={errors.without}
        onType={(without) => onChange({ without })}
      />
    </div>
  )
}
