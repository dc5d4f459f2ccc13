import { useQuery } from '@tanstack/react-query'
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx'
import { AllowLines } from '#web/features/agents/commands/allow-lines.tsx'
import { type CommandInput, previewQuery } from '#web/features/agents/commands/commands.queries.ts'
import { plural } from '#web/lib/plural.ts'

type ConfirmManyProps = {
  body: CommandInput
  /** Number of agents reached, if known. */
  total: number | undefined
  description: string
  onConfirm: () => void
  onClose: () => void
}

/** Confirmation before a command for several agents, with the number that will refuse it. */
export function ConfirmMany({ body, total, description, onConfirm, onClose }: ConfirmManyProps) {
  // Optional: without the preview the dialog still asks.
  const { data } = useQuery(previewQuery(body))
  const refusing = data?.offers.refusing ?? 0
  return (
    <ConfirmDialog
      title={`Send "${body.command}" to ${total === undefined ? 'all agents' : `${total} agents`}?`}
      description={description}
      confirmText="Send"
      busyText="Sending..."
      onConfirm={onConfirm}
      onClose={onClose}
    >
      {data && refusing > 0 && (
        <div role="status" className="grid gap-2 text-sm">
          <p>
            {plural(refusing, { one: '# of them does not offer it', other: '# of them do not offer it' })} and will
            reject it: {namesText(data.offers.first, refusing)}.
          </p>
          <AllowLines command={body.command} />
        </div>
      )}
    </ConfirmDialog>
  )
}

function namesText(first: { agentId: string; name: string | null }[], all: number): string {
  const names = first.map(({ agentId, name }) => name ?? agentId)
  return all > names.length ? `${names.join(', ')} and ${all - names.length} more` : names.join(', ')
}
