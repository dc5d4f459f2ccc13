import type { AlertPreview, AlertRuleInput } from '@atalaya/contract/alert-rules'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { previewQuery } from '#web/features/alerts/rules.queries.ts'
import { plural } from '#web/lib/plural.ts'

const DEBOUNCE_MS = 500
const machines = (count: number) => plural(count, { one: '# machine', other: '# machines' })

function previewText({ agents, times, onAgents, isPartial }: AlertPreview): string {
  const agentsText = `It is about ${machines(agents)} now.`
  if (times === null) return `${agentsText} What it asks is not kept, so nobody knows how often it would have fired.`
  const partialNote = isPartial ? ' Not all of them were looked at.' : ''
  if (times === 0) return `${agentsText} It would not have fired within the last week.${partialNote}`
  const howOften = plural(times, { one: 'once', other: '# times' })
  return `${agentsText} It would have fired ${howOften} within the last week, on ${machines(onAgents)}.${partialNote}`
}

/** Debounced preview: the alerts that the rule would have raised in the past. */
export function RulePreview({ rule }: { rule: AlertRuleInput }) {
  const text = JSON.stringify(rule)
  const [debounced, setDebounced] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [text])
  const { data, error, isFetching } = useQuery(previewQuery(JSON.parse(debounced)))
  return (
    <p role="status" aria-busy={isFetching} className="min-h-10 rounded-md bg-muted px-3 py-2 text-sm">
      {error ? error.message : data ? previewText(data) : 'Looking at the last week...'}
    </p>
  )
}
