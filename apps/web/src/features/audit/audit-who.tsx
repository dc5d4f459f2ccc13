import type { User } from '@atalaya/contract/users'
import { createFinder } from '@atalaya/format/folded'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FindList, FindSelect } from '#web/components/find-select.tsx'
import { usersQuery } from '#web/lib/session/accounts.ts'

/** Number of accounts listed without typing; typing finds the others. */
const OFFERED_MAX = 50

type Who = { id: string; name: string }
const EVERYBODY: Who = { id: '', name: 'Everybody' }

type AuditWhoProps = {
  /** Id of an account or agent; undefined for all. */
  who: string | undefined
  /** Name as shown in the loaded entries, if it is there. */
  name: string | undefined
  onChange: (who: string | undefined) => void
}

/** Filter by account. Agents and deleted accounts are not listed: a press on their name in an entry chooses them. */
export function AuditWho({ who, name, onChange }: AuditWhoProps) {
  const { data: users = [] } = useQuery(usersQuery)
  const knownName = users.find(({ _id }) => _id === who)?.username
  return (
    <FindSelect
      title="Accounts"
      label="By or to whom"
      shown={who ? (knownName ?? name ?? who) : EVERYBODY.name}
      className="h-9 min-w-40 max-w-60 flex-1 pointer-coarse:h-11 max-sm:max-w-none"
    >
      {(close) => (
        <Accounts
          users={users}
          who={who}
          onPick={({ id }) => {
            onChange(id || undefined)
            close()
          }}
        />
      )}
    </FindSelect>
  )
}

type AccountsProps = { users: User[]; who: string | undefined; onPick: (who: Who) => void }

function Accounts({ users, who, onPick }: AccountsProps) {
  const [text, setText] = useState('')
  const isFound = createFinder(text)
  const found = users
    .filter(({ username, email, name, surname }) => isFound(username, email, `${name} ${surname}`))
    .slice(0, OFFERED_MAX)
    .map((user): Who => ({ id: user._id, name: `${user.username} (${user.name} ${user.surname})` }))
  return (
    <FindList
      text={text}
      onText={setText}
      label="Find an account"
      placeholder="Search by name or e-mail..."
      listLabel="Accounts"
      options={text.trim() === '' ? [EVERYBODY, ...found] : found}
      keyOf={({ id }) => id}
      textOf={({ name }) => name}
      chosenKey={who ?? ''}
      onPick={onPick}
    />
  )
}
