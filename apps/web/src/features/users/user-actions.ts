import type { User } from '@atalaya/contract/users'

/** Actions on one account, each with a dialog of its own. */
export type UserActionKind = 'edit' | 'role' | 'password' | 'revoke' | 'unlock' | 'factor' | 'delete'
export type UserAction = { kind: UserActionKind; userId: string }
export type UserDialogProps = { user: User; onClose: () => void }
