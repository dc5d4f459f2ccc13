import type { Agent, Quarantine } from '@atalaya/contract/agents'
import { useMutation } from '@tanstack/react-query'
import { RelativeTime } from '#web/components/relative-time.tsx'
import { Alert } from '#web/components/ui/alert.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { releaseAgent } from '#web/features/agents/agents.queries.ts'

type QuarantineNoticeProps = { agent: Agent; quarantine: Quarantine; onNewToken: () => void }

/** Explains the quarantine, shows the machines that used the token, and offers both remedies. */
export function QuarantineNotice({ agent, quarantine, onNewToken }: QuarantineNoticeProps) {
  const release = useMutation(releaseAgent)
  return (
    <Alert>
      <div className="grid gap-3">
        <div className="grid gap-1">
          <h3 className="font-semibold text-base">Two programs use this agent's token</h3>
          <p>
            {quarantine.reason}, <RelativeTime at={quarantine.since} fallback="" />. Until you decide, none of them is
            let in and commands wait.
          </p>
        </div>
        <ul aria-label="Came with the token" className="grid gap-1">
          {quarantine.holders.map(({ hostname, ip, at }) => (
            <li key={`${ip} ${at}`} className="flex flex-wrap gap-x-2">
              <span className="font-medium">{hostname || 'Unnamed machine'}</span>
              <span className="tabular-nums">{ip}</span>
              <RelativeTime at={at} fallback="" />
            </li>
          ))}
        </ul>
        <p>
          If one of them is a copy, stop it and let the other one in. If you don't know it, create a new token: the old
          one is worth nothing from then on.
        </p>
        <div className="flex flex-wrap gap-2">
          <Button onClick={onNewToken}>New token</Button>
          <Button variant="secondary" disabled={release.isPending} onClick={() => release.mutate(agent.agentId)}>
            {release.isPending ? 'Letting in...' : 'Let it in again'}
          </Button>
        </div>
      </div>
    </Alert>
  )
}
