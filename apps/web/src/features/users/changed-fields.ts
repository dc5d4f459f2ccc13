import type { EditUser, User } from '@atalaya/contract/users'

const FIELDS = ['email', 'name', 'surname'] as const

/** E-mail, name and surname, each only if it differs from the account's. */
export function changedFields(user: Pick<User, keyof EditUser>, draft: Required<EditUser>): EditUser {
  return Object.fromEntries(FIELDS.filter((key) => draft[key] !== user[key]).map((key) => [key, draft[key]]))
}
