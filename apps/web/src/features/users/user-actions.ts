import type { User } from '@atalaya/contract/users'

/** What an administrator does with one account, each in a dialog of its own. */
export type UserActionKind = 'edit' | 'role' | 'password' | 'revoke' | 'unlock' | 'factor' | 'delete'
export type UserAction = { kind: UserActionKind; userId: string }
export type UserDialogProps = { user: User; onClose: () => void }
