import { type AgentSummary, linkedAgentsLine, runningAgentsText } from '#web/app/home/agent-summary.ts'
import { nextBirthday, roleLine } from '#web/app/home/person.ts'
import { Card, CardContent, CardHeader, CardTitle } from '#web/components/ui/card.tsx'
import { useFormats } from '#web/lib/formats.ts'
import { useSession } from '#web/lib/session/session.ts'

type PersonalSummaryProps = { summary: AgentSummary; now: Date }

export function PersonalSummary({ summary, now }: PersonalSummaryProps) {
  const user = useSession()?.user
  const formats = useFormats()
  const lines = [
    ['Name', [user?.name, user?.surname].filter(Boolean).join(' ')],
    ['Email', user?.email],
    ['Role', roleLine(user)],
    ['Linked Agents', linkedAgentsLine(summary)],
    ['Running Agents', runningAgentsText(summary)],
    ['Next Birthday', nextBirthday(user?.birthday, now, formats)],
  ]
  return (
    <Card aria-labelledby="personal-summary">
      <CardHeader>
        <CardTitle id="personal-summary">Personal Summary</CardTitle>
      </CardHeader>
      <CardContent>
        <dl className="grid grid-cols-[minmax(0,1fr)] text-sm">
          {lines.map(([label, value]) => (
            <div
              key={label}
              className="flex items-baseline justify-between gap-4 border-b py-2 last:border-0 last:pb-0"
            >
              <dt className="shrink-0 text-muted-foreground">{label}</dt>
              <dd className="min-w-0 truncate font-medium tabular-nums" title={value}>
                {value}
              </dd>
            </div>
          ))}
        </dl>
      </CardContent>
    </Card>
  )
}
