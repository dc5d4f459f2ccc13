import type { AlertRule, AlertRuleInput } from '@atalaya/contract/alert-rules'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Choice } from '#web/components/choice.tsx'
import { FormDialog } from '#web/components/form-dialog.tsx'
import { Field } from '#web/components/ui/field.tsx'
import { Input } from '#web/components/ui/input.tsx'
import { ConditionFields } from '#web/features/alerts/condition-fields.tsx'
import { changeDraft, type Draft, draftOf, newDraft, type RuleField, ruleOf } from '#web/features/alerts/rule-draft.ts'
import { RulePreview } from '#web/features/alerts/rule-preview.tsx'
import { addRule, editRule } from '#web/features/alerts/rules.queries.ts'
import { SelectorFields } from '#web/features/alerts/selector-fields.tsx'
import { isAdmin, useSession } from '#web/lib/session/session.ts'

const SEVERITIES = [
  { key: 'critical', title: 'Critical: breaks through quiet hours' },
  { key: 'warning', title: 'Warning' },
  { key: 'info', title: 'Info' },
] as const

type RuleDialogProps = { rule: AlertRule | undefined; draft: AlertRuleInput | undefined; onClose: () => void }

/** Adds or edits a rule; below, a preview of its alerts in the past. */
export function RuleDialog({ rule, draft: initialDraft, onClose }: RuleDialogProps) {
  const isAdministrator = isAdmin(useSession()?.user)
  const [startDraft] = useState(() =>
    initialDraft ? draftOf(initialDraft) : newDraft(isAdministrator ? 'fleet' : 'own'),
  )
  const [draft, setDraft] = useState(startDraft)
  const [areErrorsShown, setErrorsShown] = useState(false)
  const add = useMutation(addRule)
  const edit = useMutation(editRule)
  const set = (change: Partial<Draft>) => setDraft(changeDraft(draft, change, startDraft))
  const result = ruleOf(draft)
  const errors: Partial<Record<RuleField, string>> = areErrorsShown && 'errors' in result ? result.errors : {}
  const failure = add.error ?? edit.error

  function submit() {
    setErrorsShown(true)
    if (!('rule' in result)) return
    if (rule) edit.mutate({ rule, input: result.rule }, { onSuccess: onClose })
    else add.mutate(result.rule, { onSuccess: onClose })
  }

  return (
    <FormDialog
      title={rule ? 'Edit rule' : 'New rule'}
      className="sm:max-w-2xl"
      submitText={rule ? 'Save' : 'Switch on'}
      busyText="Saving..."
      isBusy={add.isPending || edit.isPending}
      error={failure?.message}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
      onClose={onClose}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Name" error={errors.name}>
          <Input value={draft.name} maxLength={80} onChange={({ target }) => set({ name: target.value })} />
        </Field>
        <Choice
          label="How much it matters"
          value={draft.severity}
          options={SEVERITIES}
          onChange={(severity) => set({ severity })}
        />
      </div>
      <ConditionFields draft={draft} errors={errors} onChange={set} />
      <SelectorFields
        draft={draft}
        errors={errors}
        canReachAll={isAdministrator}
        isReachFixed={rule !== undefined}
        onChange={set}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Tell again after (minutes)" hint="If nobody acknowledges it. Empty: never." error={errors.again}>
          <Input
            inputMode="decimal"
            value={draft.againMinutes}
            onChange={({ target }) => set({ againMinutes: target.value })}
          />
        </Field>
        {draft.reach === 'own' && (
          <Field
            label="Tell the administrators after (minutes)"
            hint="If nobody acknowledges it. Empty: never."
            error={errors.administrators}
          >
            <Input
              inputMode="decimal"
              value={draft.adminMinutes}
              onChange={({ target }) => set({ adminMinutes: target.value })}
            />
          </Field>
        )}
      </div>
      {'rule' in result && <RulePreview rule={result.rule} />}
    </FormDialog>
  )
}
