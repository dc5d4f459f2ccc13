import type { User } from '@atalaya/contract/users'
import { createFinder } from '@atalaya/format/folded'
import { selectColumn } from '#web/components/data-table/select-column.tsx'
import { columnsOf } from '#web/components/data-table/table-features.ts'
import { RelativeTime } from '#web/components/relative-time.tsx'
import { Badge } from '#web/components/ui/badge.tsx'
import type { UserAction } from '#web/features/users/user-actions.ts'
import { UserLockBadge } from '#web/features/users/user-lock-badge.tsx'
import { UserRowMenu } from '#web/features/users/user-row-menu.tsx'
import { UserStatusSwitch } from '#web/features/users/user-status-switch.tsx'
import { isAdmin } from '#web/lib/session/session.ts'

const column = columnsOf<User>()

/** Matches names too: the e-mail filter also finds a username, name or surname. */
const matchesFilter = ({ email, username, name, surname }: User, typed: string) =>
  createFinder(typed)(email, username, `${name} ${surname}`)

export const usersColumns = (onAction: (action: UserAction) => void) =>
  column.columns([
    selectColumn<User>((user) => user.username),
    column.accessor('email', {
      header: 'Email',
      filterFn: ({ original }, _column, typed: string) => matchesFilter(original, typed),
      meta: { width: '22%' },
    }),
    column.accessor('username', {
      header: 'Username',
      cell: ({ row }) => (
        <span className="flex min-w-0 items-center gap-x-1.5 gap-y-0.5 max-sm:flex-col max-sm:items-start">
          <span className="max-w-full truncate">{row.original.username}</span>
          {isAdmin(row.original) && <Badge variant="primary">admin</Badge>}
          <UserLockBadge userId={row.original._id} />
        </span>
      ),
    }),
    column.accessor((user) => user.lastLogin ?? undefined, {
      id: 'lastLogin',
      header: 'Last Login',
      meta: { width: '9rem' },
      cell: ({ getValue }) => <RelativeTime at={getValue()} fallback="-" className="text-muted-foreground" />,
    }),
    column.accessor('isActive', {
      header: 'Active',
      meta: { width: '5.5rem' },
      cell: ({ row }) => <UserStatusSwitch user={row.original} />,
    }),
    column.accessor('name', { header: 'Name' }),
    column.accessor('surname', { header: 'Surname' }),
    column.display({
      id: 'actions',
      header: () => <span className="sr-only">Actions</span>,
      enableHiding: false,
      meta: { width: '3.5rem', align: 'right', pinned: 'right' },
      cell: ({ row }) => (
        <UserRowMenu user={row.original} onAction={(kind) => onAction({ kind, userId: row.original._id })} />
      ),
    }),
  ])
