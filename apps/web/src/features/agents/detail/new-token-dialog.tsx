import type { Agent } from '@atalaya/contract/agents'
import { useMutation } from '@tanstack/react-query'
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx'
import { TypingDialog } from '#web/components/typing-dialog.tsx'
import { DialogDescription, DialogHeader, DialogTitle } from '#web/components/ui/dialog.tsx'
import { renewAgentToken } from '#web/features/agents/agents.queries.ts'
import { InstallPanel } from '#web/features/agents/mine/install-panel.tsx'
import { useTokenLoss } from '#web/features/agents/mine/use-token-loss.ts'
import { agentTitle } from '#web/features/agents/status.ts'

/** Asks first, since the old token stops at once; then shows the install line with the new one. */
export function NewTokenDialog({ agent, onClose }: { agent: Agent; onClose: () => void }) {
  const renew = useMutation(renewAgentToken)
  const loss = useTokenLoss(renew.data && agent.agentId)
  if (!renew.data) {
    return (
      <ConfirmDialog
        title={`A new token for ${agentTitle(agent)}?`}
        description="The old token stops at once: the agent is disconnected until it is started with the new one."
        confirmText="Create token"
        busyText="Creating..."
        isBusy={renew.isPending}
        error={renew.error?.message}
        onConfirm={() => renew.mutate(agent.agentId)}
        onClose={onClose}
      />
    )
  }
  return (
    <TypingDialog className="max-w-xl" loss={loss} onClose={onClose}>
      <DialogHeader>
        <DialogTitle>Run {agentTitle(agent)}</DialogTitle>
        <DialogDescription>Stop the old one, then start it with this line.</DialogDescription>
      </DialogHeader>
      <InstallPanel agentId={agent.agentId} token={renew.data.token} />
    </TypingDialog>
  )
}
