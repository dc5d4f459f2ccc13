import { type AlertRule, type AlertRuleInput, alertRules } from '@atalaya/contract/alert-rules'
import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query'
import { alertKeys } from '#web/lib/alert-keys.ts'
import { call } from '#web/lib/calls/api.ts'

export const rulesQuery = queryOptions({
  queryKey: alertKeys.rules,
  queryFn: async ({ signal }) => (await call(alertRules.list, {}, signal)).rules,
})

/** Preview of the alerts that a rule would have raised; an error if the rule is invalid. */
export const previewQuery = (rule: AlertRuleInput) =>
  queryOptions({
    queryKey: ['alert preview', rule],
    queryFn: async ({ signal }) => (await call(alertRules.preview, { body: rule }, signal)).preview,
    placeholderData: keepPreviousData,
    retry: false,
  })

/** Fields of a rule that its author can edit. */
export const inputOf = ({ name, isOn, reach, severity, selector, condition, ...rest }: AlertRule): AlertRuleInput => {
  const { forS, clear, escalation } = rest
  return { name, isOn, reach, severity, selector, condition, forS, clear, escalation }
}

/** `error: false`: no toast, since the dialog shows the error itself. */
export const addRule = mutationOptions({
  mutationFn: (body: AlertRuleInput) => call(alertRules.create, { body }),
  meta: { success: 'Rule switched on', error: false, refresh: alertKeys.all },
})

/** Adds a rule from a template. Its errors appear as a toast, because there is no form to show them. */
export const addRuleFromTemplate = mutationOptions({
  mutationFn: (body: AlertRuleInput) => call(alertRules.create, { body }),
  meta: { success: 'Rule switched on', error: 'The rule could not be switched on', refresh: alertKeys.all },
})

type Change = { rule: AlertRule; input: AlertRuleInput }
const sendEdit = ({ rule, input }: Change) =>
  call(alertRules.edit, { params: { id: rule._id }, body: { rule: input, version: rule.version } })

export const editRule = mutationOptions({
  mutationFn: sendEdit,
  meta: { success: 'Rule saved', error: false, refresh: alertKeys.all },
})

export const switchRule = mutationOptions({
  mutationFn: ({ rule, isOn }: { rule: AlertRule; isOn: boolean }) =>
    sendEdit({ rule, input: { ...inputOf(rule), isOn } }),
  meta: { error: 'The rule could not be switched', refresh: alertKeys.all },
})

export const removeRule = mutationOptions({
  mutationFn: (id: string) => call(alertRules.remove, { params: { id } }),
  meta: { success: 'Rule removed', error: false, refresh: alertKeys.all },
})
