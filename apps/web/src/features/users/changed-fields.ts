import type { EditUser, User } from '@atalaya/contract/users'

const FIELDS = ['email', 'name', 'surname'] as const

/** Of e-mail, name and surname only those that differ from the account's; an empty object where none does. */
export function changedFields(user: Pick<User, keyof EditUser>, draft: Required<EditUser>): EditUser {
  return Object.fromEntries(FIELDS.filter((key) => draft[key] !== user[key]).map((key) => [key, draft[key]]))
}
