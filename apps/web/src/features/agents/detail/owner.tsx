import type { Agent } from '@atalaya/contract/agents'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { Alert } from '#web/components/ui/alert.tsx'
import { usersQuery } from '#web/lib/session/accounts.ts'
import { isAdmin, useSession } from '#web/lib/session/session.ts'

/** Owner of the agent, if that is somebody else: only administrators see agents of others. */
export function useOtherOwner({ user }: Agent): Agent['user'] | undefined {
  const self = useSession()?.user
  return isAdmin(self) && self?._id !== user._id ? user : undefined
}

/** Link to all agents of an owner. */
export function OwnerLink({ owner }: { owner: Agent['user'] }) {
  return (
    <Link
      to={`/admin/agents?${new URLSearchParams({ ownerId: owner._id })}`}
      title={`Agents of ${owner.username}`}
      className="hover:underline"
    >
      {owner.username}
    </Link>
  )
}

/** Explains an offline agent whose owner is blocked: the server refuses agents of blocked accounts. */
export function BlockedOwnerNotice({ agent }: { agent: Agent }) {
  const owner = useOtherOwner(agent)
  const { data: accounts } = useQuery({ ...usersQuery, enabled: owner !== undefined && !agent.isOnline })
  const account = accounts?.find(({ _id: id }) => id === owner?._id)
  if (agent.isOnline || !account || account.isActive) return null
  return (
    <Alert variant="info">
      The account of its owner, {account.username}, is blocked, so this agent is kept out. It is let in again when{' '}
      <Link to="/admin/users" className="font-medium underline underline-offset-4">
        the account has access
      </Link>
      .
    </Alert>
  )
}
