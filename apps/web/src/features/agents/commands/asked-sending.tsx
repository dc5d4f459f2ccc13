import { lazy, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { useAsked } from '#web/lib/use-asked.ts'

const SendCommandDialog = lazy(() =>
  import('#web/features/agents/commands/send-command-dialog.tsx').then((m) => ({ default: m.SendCommandDialog })),
)

/** The form for all agents of a tag, where the command palette asks for it; what was sent is followed on its own page. */
export function AskedSending() {
  const [asked, setAsked] = useState<{ tag: string; command: string } | null>(null)
  useAsked('tag-command', setAsked)
  const navigate = useNavigate()
  if (!asked) return null
  return (
    <Suspense>
      <SendCommandDialog
        tag={asked.tag}
        command={asked.command}
        onSent={(batchId) => void navigate(`/activity/${batchId}`)}
        onClose={() => setAsked(null)}
      />
    </Suspense>
  )
}
