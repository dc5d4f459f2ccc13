import {
  AUDIT_TOPICS,
  type AuditAbout,
  type AuditAction,
  type AuditTopic,
  auditAbout,
  auditAction,
  auditTexts,
  isAbout,
} from '@atalaya/contract/audit'
import {
  Select,
  SelectContent,
  SelectGroup,
  SelectItem,
  SelectLabel,
  SelectTrigger,
  SelectValue,
} from '#web/components/ui/select.tsx'
import type { AuditSearch } from '#web/features/audit/audit-search.ts'

const ALL = 'all'

const topicTexts: Record<AuditTopic, string> = {
  auth: 'Signing in',
  token: 'Tokens for programs',
  user: 'Users',
  factor: 'Second factors',
  agent: 'Agents',
  page: 'Pages',
  module: 'Modules',
  integration: 'Connections',
  legal: 'Legal texts',
  display: 'Displays',
  alert: 'Alerts',
}

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
        {AUDIT_TOPICS.map((topic) => (
          <SelectGroup key={topic}>
            <SelectLabel>{topicTexts[topic]}</SelectLabel>
            <SelectItem value={topic}>All about {topicTexts[topic].toLowerCase()}</SelectItem>
            {auditAction.options
              .filter((option) => isAbout(option, topic))
              .map((option) => (
                <SelectItem key={option} value={option}>
                  {auditTexts[option]}
                </SelectItem>
              ))}
          </SelectGroup>
        ))}
      </SelectContent>
    </Select>
  )
}
