import { type AuditAction, auditAction, auditTexts } from '@atalaya/contract/audit-actions'
import { type AuditAbout, type AuditTopic, auditAbout, isAbout } from '@atalaya/contract/audit-topics'
import { createFinder } from '@atalaya/format/folded'
import { useState } from 'react'
import { FindList, FindSelect } from '#web/components/find-select.tsx'
import type { AuditSearch } from '#web/features/audit/audit-search.ts'

const ALL = 'all'
type Option = typeof ALL | AuditAbout | AuditAction

const topicTexts: Record<AuditTopic, string> = {
  auth: 'signing in',
  token: 'tokens for programs',
  user: 'users',
  factor: 'second factors',
  agent: 'agents',
  page: 'pages',
  module: 'modules',
  theme: 'themes',
  integration: 'connections',
  legal: 'legal texts',
  server: 'the server',
  display: 'displays',
  alert: 'alerts',
}

const topics = Object.keys(topicTexts) as AuditTopic[]
const actionsOf = (topic: AuditTopic) => auditAction.options.filter((action) => isAbout(action, topic))

const aboutText = (about: AuditAbout) =>
  about === 'changes' ? 'Everything but sign-ins' : `All about ${topicTexts[about]}`

function textOf(option: Option): string {
  if (option === ALL) return 'Everything'
  const about = auditAbout.safeParse(option).data
  return about ? aboutText(about) : auditTexts[option as AuditAction]
}

type AuditWhatProps = {
  action: AuditAction | undefined
  about: AuditAbout | undefined
  onChange: (change: Pick<AuditSearch, 'action' | 'about'>) => void
}

/** Picks the kind of entries: all, changes only, one topic, or one action. */
export function AuditWhat({ action, about, onChange }: AuditWhatProps) {
  const chosen = action ?? about ?? ALL
  return (
    <FindSelect
      title="Action"
      label="Action"
      shown={textOf(chosen)}
      className="h-9 min-w-40 flex-1 pointer-coarse:h-11 sm:max-w-72"
    >
      {(close) => (
        <Options
          chosen={chosen}
          onPick={(option) => {
            onChange({ action: auditAction.safeParse(option).data, about: auditAbout.safeParse(option).data })
            close()
          }}
        />
      )}
    </FindSelect>
  )
}

function Options({ chosen, onPick }: { chosen: Option; onPick: (option: Option) => void }) {
  const [text, setText] = useState('')
  return (
    <FindList
      text={text}
      onText={setText}
      label="Find an action"
      placeholder="Search actions..."
      listLabel="Actions"
      options={text.trim() === '' ? offeredOptions(chosen) : findOptions(text)}
      keyOf={(option) => option}
      textOf={textOf}
      chosenKey={chosen}
      onPick={onPick}
    />
  )
}

/** All topics; the chosen topic, or that of the chosen action, also lists its actions. */
function offeredOptions(chosen: Option): Option[] {
  const isOpen = (topic: AuditTopic) => topic === chosen || actionsOf(topic).some((action) => action === chosen)
  return [ALL, 'changes', ...topics.flatMap((topic) => (isOpen(topic) ? [topic, ...actionsOf(topic)] : [topic]))]
}

/** Topics and actions that match the typed text; a topic's name also finds its actions. */
function findOptions(text: string): Option[] {
  const isFound = createFinder(text)
  return [...auditAbout.options, ...auditAction.options].filter((option) => isFound(textOf(option), topicText(option)))
}

function topicText(option: Option): string {
  const topic = topics.find((topic) => isAbout(option as AuditAction, topic))
  return topic ? topicTexts[topic] : ''
}
