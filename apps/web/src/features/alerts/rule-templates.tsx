import type { AlertRule, AlertRuleInput } from '@atalaya/contract/alert-rules'
import { ALERT_TEMPLATES } from '@atalaya/contract/alert-templates'
import { useMutation } from '@tanstack/react-query'
import { useLayoutEffect, useRef } from 'react'
import { Button } from '#web/components/ui/button.tsx'
import { Card, CardDescription, CardHeader, CardTitle } from '#web/components/ui/card.tsx'
import { ruleText } from '#web/features/alerts/rule-words.ts'
import { addRuleFromTemplate } from '#web/features/alerts/rules.queries.ts'
import { SeveritySign } from '#web/features/alerts/severity-sign.tsx'
import { useFormats } from '#web/lib/formats.ts'
import { isAdmin, useSession } from '#web/lib/session/session.ts'

type RuleTemplatesProps = { rules: readonly AlertRule[]; onChange: (draft: AlertRuleInput) => void }

/** Masks numbers in a name, such as "Disk over 90 %": the rule of a template may have another bound. */
const withoutBound = (name: string) => name.replace(/\d+([.,]\d+)?/g, '#')

/** Templates without a rule yet: enable one with a press, or edit it first. */
export function RuleTemplates({ rules, onChange }: RuleTemplatesProps) {
  const reach = isAdmin(useSession()?.user) ? 'fleet' : 'own'
  const unused = ALERT_TEMPLATES.filter(
    ({ rule }) => !rules.some(({ name }) => withoutBound(name) === withoutBound(rule.name)),
  )
  if (unused.length === 0) return null
  return (
    <Card aria-labelledby="templates-title" className="overflow-hidden">
      <CardHeader className="pb-4">
        <div>
          <CardTitle id="templates-title">Ready to switch on</CardTitle>
          <CardDescription>Alerts that most people want.</CardDescription>
        </div>
      </CardHeader>
      <ul className="divide-y border-t">
        {unused.map(({ key, rule }) => (
          <Template key={key} rule={{ ...rule, reach }} onChange={onChange} />
        ))}
      </ul>
    </Card>
  )
}

function Template({ rule, onChange }: { rule: AlertRuleInput } & Pick<RuleTemplatesProps, 'onChange'>) {
  const { mutate, isPending, isSuccess } = useMutation(addRuleFromTemplate)
  const row = useRef<HTMLLIElement>(null)
  const isPressed = useRef(false)
  // The row unmounts once its rule exists, after the answer or an earlier live event. Its busy button has lost the
  // focus to the body. So another row gets the focus, unless the user has moved it elsewhere.
  useLayoutEffect(() => {
    const ownRow = row.current
    return () => {
      const isFocusHere = document.activeElement === document.body || ownRow?.contains(document.activeElement)
      if (ownRow && isPressed.current && isFocusHere) focusOther(ownRow)
    }
  }, [])
  function switchOn() {
    isPressed.current = true
    mutate(rule)
  }
  return (
    <li ref={row} className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3">
      <SeveritySign severity={rule.severity} />
      <div className="grid min-w-48 flex-1 gap-0.5">
        <span className="font-medium">{rule.name}</span>
        <span className="text-muted-foreground text-xs">{ruleText(rule, useFormats())}</span>
      </div>
      <div className="flex gap-2">
        <Button variant="ghost" size="sm" aria-label={`Change ${rule.name} first`} onClick={() => onChange(rule)}>
          Change
        </Button>
        <Button
          variant="secondary"
          size="sm"
          busy={isPending || isSuccess}
          aria-label={`Switch on ${rule.name}`}
          onClick={switchOn}
        >
          Switch on
        </Button>
      </div>
    </li>
  )
}

/** Focuses the button of the next template, else of the previous one, as this row disappears. */
function focusOther(row: HTMLLIElement): void {
  const other = row.nextElementSibling ?? row.previousElementSibling
  const target = other?.querySelector<HTMLElement>('button:last-of-type') ?? document.getElementById('content')
  target?.focus({ preventScroll: true })
}
