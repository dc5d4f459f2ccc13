import { type NewToken, newToken, TOKEN_DAYS } from '@atalaya/contract/credentials'
import type { Scope } from '@atalaya/contract/scopes'
import type { Selector } from '@atalaya/contract/selector'
import { useState } from 'react'
import { Choice } from '#web/components/choice.tsx'
import { DialogForm } from '#web/components/form-dialog.tsx'
import { Field } from '#web/components/ui/field.tsx'
import { Input } from '#web/components/ui/input.tsx'
import { ScopeFields } from '#web/features/tokens/scope-fields.tsx'
import { type FormValues, onValues } from '#web/lib/form-values.ts'
import { tagsIn } from '#web/lib/selector-words.ts'

const DAYS = [
  { key: '7', title: 'A week' },
  { key: '30', title: '30 days' },
  { key: `${TOKEN_DAYS}`, title: `${TOKEN_DAYS} days` },
  { key: '365', title: 'A year' },
]
const WHICH = [
  { key: 'all', title: 'All that you see' },
  { key: 'tags', title: 'Only some' },
] as const

type FieldErrors = Record<string, string>
type TokenFormProps = {
  isBusy: boolean
  error: string | undefined
  onCreate: (body: NewToken) => void
  onClose: () => void
}

/** Form for a new token: name, scopes, agents, and expiry. */
export function TokenForm({ isBusy, error, onCreate, onClose }: TokenFormProps) {
  const [scopes, setScopes] = useState<Scope[]>([])
  const [days, setDays] = useState(`${TOKEN_DAYS}`)
  const [which, setWhich] = useState<'all' | 'tags'>('all')
  const [errors, setErrors] = useState<FieldErrors>({})

  const onSubmit = onValues((values) => {
    const selector = which === 'tags' ? selectorIn(values) : undefined
    const input = { name: values.name ?? '', scopes, days: Number(days), ...(selector && { selector }) }
    const { success, error: inputError } = newToken.safeParse(input)
    const fieldErrors: FieldErrors = Object.fromEntries(
      // Reversed, so that the first issue of a field wins.
      inputError?.issues.toReversed().map(({ path, message }) => [fieldOf(path), message]) ?? [],
    )
    // An empty selector would match all agents.
    const isSelectorEmpty = which === 'tags' && !selector?.tags && !selector?.without
    if (isSelectorEmpty) fieldErrors.tags = 'Give at least one tag'
    setErrors(fieldErrors)
    if (success && !isSelectorEmpty) onCreate(input)
  })

  return (
    <DialogForm
      submitText="Create token"
      busyText="Creating..."
      isBusy={isBusy}
      error={error}
      noValidate
      onSubmit={onSubmit}
      onClose={onClose}
    >
      <Field label="Name" hint="Which program it is for." error={errors.name}>
        <Input name="name" autoComplete="off" placeholder="backup script" maxLength={60} />
      </Field>
      <ScopeFields chosen={scopes} error={errors.scopes} onChange={setScopes} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Choice label="Good for" value={days} options={DAYS} onChange={setDays} />
        <Choice label="Which agents" value={which} options={WHICH} onChange={setWhich} />
        {which === 'tags' && (
          <>
            <Field label="With one of these tags" hint="With commas between them." error={errors.tags}>
              <Input name="tags" autoComplete="off" />
            </Field>
            <Field label="But not with these" hint="Empty: all of them." error={errors.without}>
              <Input name="without" autoComplete="off" />
            </Field>
          </>
        )}
      </div>
      {which === 'tags' && (
        <p className="text-muted-foreground text-sm">
          It reaches these agents alone, with their numbers and commands: no pages, alerts, accounts or live events.
        </p>
      )}
    </DialogForm>
  )
}

/** Form field of an issue. The two parts of a selector have a field each; an issue of both is shown at the tags. */
const fieldOf = ([first, second]: readonly PropertyKey[]) => String(first === 'selector' ? (second ?? 'tags') : first)

function selectorIn({ tags: wanted = '', without: unwanted = '' }: FormValues): Selector {
  const [tags, without] = [tagsIn(wanted), tagsIn(unwanted)]
  return { ...(tags.length > 0 && { tags }), ...(without.length > 0 && { without }) }
}
