import type { Agent } from '@atalaya/contract/agents'
import { useQuery } from '@tanstack/react-query'
import { KeyRound, MoreHorizontal, Pencil, Send, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { RelativeTime } from '#web/components/relative-time.tsx'
import { Badge } from '#web/components/ui/badge.tsx'
import { Button } from '#web/components/ui/button.tsx'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '#web/components/ui/dropdown-menu.tsx'
import { AgentStatus } from '#web/features/agents/agent-status.tsx'
import { agentQuery } from '#web/features/agents/agents.queries.ts'
import { OwnerLink, useOtherOwner } from '#web/features/agents/detail/owner.tsx'
import { agentTitle } from '#web/features/agents/status.ts'

export type AgentDialog = 'command' | 'edit' | 'token' | 'remove'

type AgentHeaderProps = { agent: Agent; onOpen: (dialog: AgentDialog) => void }

export function AgentHeader({ agent, onOpen }: AgentHeaderProps) {
  return (
    <header className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 className="min-w-0 truncate font-semibold text-2xl">{agentTitle(agent)}</h2>
        <AgentStatus agent={agent} />
        {agent.tags.map((tag) => (
          <Badge key={tag}>{tag}</Badge>
        ))}
        <div className="ml-auto flex gap-2">
          <Button onClick={() => onOpen('command')}>
            <Send aria-hidden />
            Send Command
          </Button>
          <AgentMenu onOpen={onOpen} />
        </div>
      </div>
      <Facts agent={agent} />
    </header>
  )
}

function AgentMenu({ onOpen }: Pick<AgentHeaderProps, 'onOpen'>) {
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button variant="secondary" size="icon" aria-label="More actions">
          <MoreHorizontal aria-hidden />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        <DropdownMenuItem onSelect={() => onOpen('edit')}>
          <Pencil aria-hidden />
          Name and tags
        </DropdownMenuItem>
        <DropdownMenuItem onSelect={() => onOpen('token')}>
          <KeyRound aria-hidden />
          New token
        </DropdownMenuItem>
        <DropdownMenuSeparator />
        <DropdownMenuItem variant="destructive" onSelect={() => onOpen('remove')}>
          <Trash2 aria-hidden />
          Remove
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  )
}

function Facts({ agent }: { agent: Agent }) {
  const { machine } = agent
  const owner = useOtherOwner(agent)
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-2 text-sm">
      <Fact name="Machine">{machine?.hostname || '-'}</Fact>
      <Fact name="System">{`${machine?.os ?? ''} ${machine?.arch ?? ''}`.trim() || '-'}</Fact>
      <Fact name="Agent">{machine?.version || '-'}</Fact>
      <Fact name="IP">{agent.ip ?? agent.connectionInfo.ipAddress ?? '-'}</Fact>
      <Fact name="Last seen">
        <RelativeTime at={agent.lastSeen} fallback="never" />
      </Fact>
      {agent.behind && (
        <Fact name="Lives behind">
          <Upstream id={agent.behind} />
        </Fact>
      )}
      {owner && (
        <Fact name="Owner">
          <OwnerLink owner={owner} />
        </Fact>
      )}
      <Fact name="ID">
        <code className="break-all font-mono text-xs">{agent.agentId}</code>
      </Fact>
    </dl>
  )
}

function Upstream({ id }: { id: string }) {
  const { data } = useQuery(agentQuery(id))
  return (
    <Link to={`/agents/${id}`} className="hover:underline">
      {data ? agentTitle(data) : 'another machine'}
    </Link>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-muted-foreground text-xs">{name}</dt>
      <dd className="tabular-nums">{children}</dd>
    </div>
  )
}
