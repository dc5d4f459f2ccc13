import type { User } from '@atalaya/contract/users'
import { isAdmin } from '#web/lib/session/session.ts'

/** Period of the card 'Logins 7 días'. */
const RECENT_LOGIN_MS = 7 * 24 * 60 * 60 * 1000

export function summarise(users: readonly User[], now: number) {
  const summary = { total: users.length, active: 0, admins: 0, recentLogins: 0 }
  for (const user of users) {
    if (user.isActive) summary.active++
    if (isAdmin(user)) summary.admins++
    if (user.lastLogin && now - Date.parse(user.lastLogin) <= RECENT_LOGIN_MS) summary.recentLogins++
  }
  return summary
}
