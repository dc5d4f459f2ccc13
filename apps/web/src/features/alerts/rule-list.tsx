import type { AlertRule, AlertRuleInput } from '@atalaya/contract/alert-rules'
import { useMutation, useQuery } from '@tanstack/react-query'
import { ListTree, Pencil, Plus, Trash2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx'
import { EmptyState } from '#web/components/empty-state.tsx'
import { Badge } from '#web/components/ui/badge.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Card } from '#web/components/ui/card.tsx'
import { Skeleton } from '#web/components/ui/skeleton.tsx'
import { Switch } from '#web/components/ui/switch.tsx'
import { RuleTemplates } from '#web/features/alerts/rule-templates.tsx'
import { ruleText } from '#web/features/alerts/rule-words.ts'
import { inputOf, removeRule, rulesQuery, switchRule } from '#web/features/alerts/rules.queries.ts'
import { SeveritySign } from '#web/features/alerts/severity-sign.tsx'
import { useFormats } from '#web/lib/formats.ts'

const RuleDialog = lazy(() => import('#web/features/alerts/rule-dialog.tsx').then((m) => ({ default: m.RuleDialog })))

type OpenDialog = { kind: 'edit'; rule: AlertRule } | { kind: 'new'; draft: AlertRuleInput | undefined } | null

/** Rules, each with a switch and an edit button, and the templates. */
export function RuleList() {
  const { data: rules, isPending, isError, refetch } = useQuery(rulesQuery)
  const [open, setOpen] = useState<OpenDialog>(null)
  const [ruleToRemove, setRuleToRemove] = useState<AlertRule | null>(null)
  const removal = useMutation(removeRule)
  if (isPending) return <Skeleton className="h-48 rounded-xl" />
  if (isError && !rules) {
    return (
      <EmptyState
        icon={ListTree}
        title="Rules could not be loaded."
        action={<Button onClick={() => void refetch()}>Try Again</Button>}
      />
    )
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {rules.length > 0 && (
        <Card className="overflow-hidden" aria-label="Rules">
          <ul className="divide-y">
            {rules.map((rule) => (
              <RuleRow
                key={rule._id}
                rule={rule}
                onEdit={() => setOpen({ kind: 'edit', rule })}
                onRemove={() => setRuleToRemove(rule)}
              />
            ))}
          </ul>
        </Card>
      )}
      <Button
        variant="secondary"
        className="justify-self-start"
        onClick={() => setOpen({ kind: 'new', draft: undefined })}
      >
        <Plus aria-hidden />
        New rule
      </Button>
      <RuleTemplates rules={rules} onChange={(draft) => setOpen({ kind: 'new', draft })} />
      {open && (
        <Suspense>
          <RuleDialog
            rule={open.kind === 'edit' ? open.rule : undefined}
            draft={open.kind === 'edit' ? inputOf(open.rule) : open.draft}
            onClose={() => setOpen(null)}
          />
        </Suspense>
      )}
      {ruleToRemove && (
        <ConfirmDialog
          title={`Remove “${ruleToRemove.name}”?`}
          description="Nobody is notified by it any more. Its firing alerts end, and stay in the history."
          confirmText="Remove"
          busyText="Removing..."
          isDestructive
          isBusy={removal.isPending}
          error={removal.error?.message}
          onConfirm={() => removal.mutate(ruleToRemove._id, { onSuccess: () => setRuleToRemove(null) })}
          onClose={() => setRuleToRemove(null)}
        />
      )}
    </div>
  )
}

type RuleRowProps = { rule: AlertRule; onEdit: () => void; onRemove: () => void }

function RuleRow({ rule, onEdit, onRemove }: RuleRowProps) {
  const { mutate, isPending, variables } = useMutation(switchRule)
  const isOn = isPending ? variables.isOn : rule.isOn
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3">
      <SeveritySign severity={rule.severity} isOver={!isOn} />
      <div className="grid min-w-48 flex-1 gap-0.5">
        <span className="truncate font-medium">{rule.name}</span>
        <span className="break-words text-muted-foreground text-xs">{ruleText(rule, useFormats())}</span>
      </div>
      {rule.firing > 0 && <Badge variant="destructive">{rule.firing} firing</Badge>}
      <div className="flex items-center gap-1">
        <Button variant="ghost" size="icon-sm" aria-label={`Edit ${rule.name}`} onClick={onEdit}>
          <Pencil aria-hidden />
        </Button>
        <Button variant="ghost" size="icon-sm" aria-label={`Remove ${rule.name}`} onClick={onRemove}>
          <Trash2 aria-hidden />
        </Button>
        <Switch
          aria-label={`${rule.name} is on`}
          checked={isOn}
          disabled={isPending}
          onCheckedChange={(next) => mutate({ rule, isOn: next })}
        />
      </div>
    </li>
  )
}
