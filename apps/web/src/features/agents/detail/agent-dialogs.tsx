import type { Agent } from '@atalaya/contract/agents'
import { useMutation } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useNavigate } from 'react-router'
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx'
import { removeAgent } from '#web/features/agents/agents.queries.ts'
import type { AgentDialog } from '#web/features/agents/detail/agent-header.tsx'
import { agentTitle } from '#web/features/agents/status.ts'
import { useSession } from '#web/lib/session/session.ts'

// Lazy: none of them opens before the first paint.
const SendCommandDialog = lazy(() =>
  import('#web/features/agents/commands/send-command-dialog.tsx').then((m) => ({ default: m.SendCommandDialog })),
)
const NameAndTagsDialog = lazy(() =>
  import('#web/features/agents/detail/name-and-tags-dialog.tsx').then((m) => ({ default: m.NameAndTagsDialog })),
)
const NewTokenDialog = lazy(() =>
  import('#web/features/agents/detail/new-token-dialog.tsx').then((m) => ({ default: m.NewTokenDialog })),
)

type AgentDialogsProps = {
  agent: Agent
  open: AgentDialog | null
  /** Initial command of the form. */
  command: string
  onSent: (batchId: string) => void
  onClose: () => void
}

export function AgentDialogs(props: AgentDialogsProps) {
  return (
    <Suspense>
      <OpenDialog {...props} />
    </Suspense>
  )
}

function OpenDialog({ agent, open, command, onSent, onClose }: AgentDialogsProps) {
  if (open === 'command') {
    const target = { ...agent, id: agent.agentId }
    return <SendCommandDialog agent={target} command={command} onSent={onSent} onClose={onClose} />
  }
  if (open === 'edit') return <NameAndTagsDialog agent={agent} onClose={onClose} />
  if (open === 'token') return <NewTokenDialog agent={agent} onClose={onClose} />
  if (open === 'remove') return <RemoveDialog agent={agent} onClose={onClose} />
  return null
}

function RemoveDialog({ agent, onClose }: { agent: Agent; onClose: () => void }) {
  const navigate = useNavigate()
  // Only administrators can remove another user's agent; they came from the fleet.
  const list = agent.user._id === useSession()?.user?._id ? '/agents' : '/admin/agents'
  // Navigates in the mutation's own callback: `mutate` callbacks are lost if the live event unmounts this page first.
  const remove = useMutation({ ...removeAgent, onSuccess: () => navigate(list, { replace: true }) })
  return (
    <ConfirmDialog
      title={`Remove ${agentTitle(agent)}?`}
      description="Its data and its command history go with it, and its token stops working. This cannot be undone."
      confirmText="Remove"
      busyText="Removing..."
      isDestructive
      isBusy={remove.isPending}
      error={remove.error?.message}
      onConfirm={() => remove.mutate(agent.agentId)}
      onClose={onClose}
    />
  )
}
