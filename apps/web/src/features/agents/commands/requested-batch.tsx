import { lazy, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { useCommandPaletteRequest } from '#web/lib/use-palette-request.ts'

const SendCommandDialog = lazy(() =>
  import('#web/features/agents/commands/send-command-dialog.tsx').then((m) => ({ default: m.SendCommandDialog })),
)

/** Form to send a command to a tag, opened from the command palette. After sending, opens the page of the batch. */
export function RequestedBatch() {
  const [request, setRequest] = useState<{ tag: string; command: string } | null>(null)
  useCommandPaletteRequest('tag-command', setRequest)
  const navigate = useNavigate()
  if (!request) return null
  return (
    <Suspense>
      <SendCommandDialog
        tag={request.tag}
        command={request.command}
        onSent={(batchId) => void navigate(`/activity/${batchId}`)}
        onClose={() => setRequest(null)}
      />
    </Suspense>
  )
}
