import { type AuditAbout, type AuditAction, auditAbout, auditAction, auditTexts } from '@atalaya/contract/audit'
import { type AuditTopic, isAbout } from '@atalaya/contract/audit-topics'
import { Fragment } from 'react'
import { Select, SelectContent, SelectItem, SelectTrigger, SelectValue } from '#web/components/ui/select.tsx'
import type { AuditSearch } from '#web/features/audit/audit-search.ts'

const ALL = 'all'

const topicTexts: Record<AuditTopic, string> = {
  auth: 'signing in',
  token: 'tokens for programs',
  user: 'users',
  factor: 'second factors',
  agent: 'agents',
  page: 'pages',
  module: 'modules',
  integration: 'connections',
  legal: 'legal texts',
  display: 'displays',
  alert: 'alerts',
}

const topics = Object.keys(topicTexts) as AuditTopic[]

type AuditWhatProps = {
  action: AuditAction | undefined
  about: AuditAbout | undefined
  onChange: (change: Pick<AuditSearch, 'action' | 'about'>) => void
}

/** What happened: everything, what changed something, all about one thing, or one action. */
export function AuditWhat({ action, about, onChange }: AuditWhatProps) {
  const choose = (value: string) =>
    onChange({ action: auditAction.safeParse(value).data, about: auditAbout.safeParse(value).data })
  return (
    <Select value={action ?? about ?? ALL} onValueChange={choose}>
      <SelectTrigger aria-label="What happened" className="min-w-40 flex-1 sm:max-w-72">
        <SelectValue />
      </SelectTrigger>
      <SelectContent>
        <SelectItem value={ALL}>Everything</SelectItem>
        <SelectItem value="changes">Everything but sign-ins</SelectItem>
        {topics.map((topic) => (
          <Fragment key={topic}>
            <SelectItem value={topic} className="mt-1 font-medium">
              All about {topicTexts[topic]}
            </SelectItem>
            {auditAction.options
              .filter((option) => isAbout(option, topic))
              .map((option) => (
                <SelectItem key={option} value={option} className="pl-5">
                  {auditTexts[option]}
                </SelectItem>
              ))}
          </Fragment>
        ))}
      </SelectContent>
    </Select>
  )
}
