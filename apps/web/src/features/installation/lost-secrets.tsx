import { useQuery } from '@tanstack/react-query'
import { Alert } from '#web/components/ui/alert.tsx'
import { installationQuery } from '#web/features/installation/installation.queries.ts'

/** Lists the widgets whose secrets the server can no longer decrypt; renders nothing if there are none. */
export function LostSecrets() {
  const lost = useQuery(installationQuery).data?.lostSecrets
  if (!lost || lost.widgets.length === 0) return null
  return (
    <Alert variant="info">
      <p>The key of the server was lost. These widgets need their secret again, from their owner, in their settings:</p>
      <ul className="wrap-anywhere mt-1 list-disc pl-4">
        {lost.widgets.map(({ widgetId, widget, page, owner }) => (
          <li key={widgetId}>
            {widget} on the page {page} of {owner}
          </li>
        ))}
        {lost.isMore && <li>and others</li>}
      </ul>
    </Alert>
  )
}
