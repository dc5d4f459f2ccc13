import { useQuery } from '@tanstack/react-query'
import { Alert } from '#web/components/ui/alert.tsx'
import { installationQuery } from '#web/features/installation/installation.queries.ts'

/** The widgets whose secrets the server's key no longer opens; nothing where there are none. */
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
