import { Activity, Cake, Clock, Server, ShieldCheck, UserRound } from 'lucide-react'
import { type AgentSummary, linkedAgentsCard, runningAgentsText } from '#web/app/home/agent-summary.ts'
import { activeRole, birthdayText, lastAccess, nextBirthday } from '#web/app/home/person.ts'
import { StatCard } from '#web/components/stat-card.tsx'
import { useFormats } from '#web/lib/formats.ts'
import { useSession } from '#web/lib/session/session.ts'

type SummaryCardsProps = { summary: AgentSummary; now: Date }

/** Figures about the person: role, last visit, agents. */
export function SummaryCards({ summary, now }: SummaryCardsProps) {
  const user = useSession()?.user
  const formats = useFormats()
  return (
    <div className="grid grid-cols-2 gap-2 md:grid-cols-3 md:gap-3 xl:grid-cols-6">
      <StatCard label="User" icon={UserRound} value={user?.username ?? 'Guest'} />
      <StatCard label="Active role" icon={ShieldCheck} value={activeRole(user)} />
      <StatCard label="Last access" icon={Clock} value={lastAccess(user?.lastLogin, now)} />
      <StatCard label="Linked agents" icon={Server} value={linkedAgentsCard(summary)} />
      <StatCard label="Running agents" icon={Activity} value={runningAgentsText(summary)} />
      <StatCard
        label="Birthday"
        icon={Cake}
        value={birthdayText(user?.birthday, formats)}
        title={nextBirthday(user?.birthday, now, formats)}
      />
    </div>
  )
}
