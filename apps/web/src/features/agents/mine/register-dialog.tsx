import { useMutation } from '@tanstack/react-query'
import { DialogForm } from '#web/components/form-dialog.tsx'
import { TypingDialog } from '#web/components/typing-dialog.tsx'
import { DialogDescription, DialogHeader, DialogTitle } from '#web/components/ui/dialog.tsx'
import { registerAgent } from '#web/features/agents/agents.queries.ts'
import { InstallPanel } from '#web/features/agents/mine/install-panel.tsx'
import { useTokenLoss } from '#web/features/agents/mine/use-token-loss.ts'
import { NameAndTagsFields, nameAndTags } from '#web/features/agents/name-and-tags-fields.tsx'
import { onValues } from '#web/lib/form-values.ts'

/** Registration in steps: the name, the install command, the connection. */
export function RegisterDialog({ onClose }: { onClose: () => void }) {
  const register = useMutation(registerAgent)
  const loss = useTokenLoss(register.data?.agent.agentId)
  const onSubmit = onValues((values) => {
    const { name, tags } = nameAndTags(values)
    register.mutate({ name: name ?? undefined, tags })
  })

  return (
    <TypingDialog className="max-w-xl" isBusy={register.isPending} loss={loss} onClose={onClose}>
      {register.data ? (
        <>
          <DialogHeader>
            <DialogTitle>Run {register.data.agent.name || 'the agent'}</DialogTitle>
            <DialogDescription>One line fetches the agent from this server and starts it.</DialogDescription>
          </DialogHeader>
          <InstallPanel agentId={register.data.agent.agentId} token={register.data.token} />
        </>
      ) : (
        <>
          <DialogHeader>
            <DialogTitle>Register agent</DialogTitle>
            <DialogDescription>An agent reports what a machine does and takes your commands.</DialogDescription>
          </DialogHeader>
          <DialogForm
            submitText="Register"
            busyText="Registering..."
            isBusy={register.isPending}
            error={register.error?.message}
            onSubmit={onSubmit}
            onClose={onClose}
          >
            <NameAndTagsFields tagsPlaceholder="home, linux" />
          </DialogForm>
        </>
      )}
    </TypingDialog>
  )
}
