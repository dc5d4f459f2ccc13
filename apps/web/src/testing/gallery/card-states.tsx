import { agentStatus } from '@atalaya/contract/agent-fields'
import { Radar, Server } from 'lucide-react'
import { EmptyState } from '#web/components/empty-state.tsx'
import { RelativeTime } from '#web/components/relative-time.tsx'
import { Sparkline } from '#web/components/sparkline.tsx'
import { StatCard } from '#web/components/stat-card.tsx'
import { Alert } from '#web/components/ui/alert.tsx'
import { Avatar } from '#web/components/ui/avatar.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from '#web/components/ui/card.tsx'
import { AgentStatus } from '#web/features/agents/agent-status.tsx'

const HOUR_MS = 3_600_000
const wave = Array.from({ length: 60 }, (_, index) => 40 + 25 * Math.sin(index / 6) + (index % 7) * 2)
const colors = [1, 2, 3, 4, 5, 6] as const

export function CardStates() {
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
        <StatCard label="Online Agents" value="12" hint="Currently connected" icon={Radar} />
        <StatCard label="Total Agents" value="1,204" hint="Registered in the system" icon={Server}>
          <Sparkline values={wave} label="Load over the last hour" />
        </StatCard>
        <StatCard label="Loading" value="" icon={Server} isLoading />
        <StatCard label="A very long name of a figure that does not fit" value="a very long value that does not fit" />
      </div>
      <div className="grid gap-4 sm:grid-cols-3 lg:grid-cols-8">
        {colors.map((color) => (
          <Sparkline key={color} values={wave} label={`Colour ${color}`} color={color} />
        ))}
        <Sparkline values={[]} label="No values" />
        <Sparkline values={[1, 3, null, null, 2, 4]} label="With a gap" />
      </div>
      <div className="flex flex-wrap items-center gap-3">
        {agentStatus.options.map((status) => (
          <AgentStatus key={status} agent={{ status, isOnline: status === 'online' }} />
        ))}
        <Avatar name="Marina" surname="Ortega" />
        <RelativeTime at={new Date(Date.now() - 3 * HOUR_MS).toISOString()} fallback="Never" />
        <RelativeTime at={null} fallback="Unknown date" />
      </div>
      <Alert>Could not load the catalogue</Alert>
      <Alert variant="info">The server is back.</Alert>
      <div className="grid gap-4 md:grid-cols-2">
        <EmptyState icon={Server} title="No agents" action={<Button>Register an agent</Button>}>
          Agents report what a machine sees.
        </EmptyState>
        <Card>
          <CardHeader>
            <div>
              <CardTitle>Personal Summary</CardTitle>
              <CardDescription>Your profile</CardDescription>
            </div>
            <Button variant="secondary" size="sm">
              Edit
            </Button>
          </CardHeader>
          <CardContent>Content</CardContent>
        </Card>
      </div>
    </>
  )
}
