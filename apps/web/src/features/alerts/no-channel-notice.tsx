import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { Alert } from '#web/components/ui/alert.tsx'
import { alertCountsQuery } from '#web/features/alerts/alerts.queries.ts'
import { urlOf } from '#web/features/alerts/alerts-address.ts'
import { channelsQuery } from '#web/features/alerts/channels.queries.ts'

type NoChannelNoticeProps = {
  /** True on the screen of the rules, which needs no link to them. */
  isAtRules: boolean
}

/** Names the next step until alerts reach somebody, with a link to it. */
export function NoChannelNotice({ isAtRules }: NoChannelNoticeProps) {
  const counts = useQuery(alertCountsQuery).data
  const channels = useQuery(channelsQuery).data?.channels
  if (!counts || !channels) return null
  if (counts.rules === 0) {
    if (isAtRules) return null
    return (
      <Alert variant="info">
        No rule is on yet.{' '}
        <Link to={urlOf('rules')} className="font-medium underline">
          Switch on some rules
        </Link>
      </Alert>
    )
  }
  if (channels.some(({ isOn }) => isOn)) return null
  return (
    <Alert variant="info">
      Alerts are only shown here.{' '}
      <Link to={urlOf('notifications')} className="font-medium underline">
        Choose where to send them
      </Link>
    </Alert>
  )
}
