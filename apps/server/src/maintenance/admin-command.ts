import { parseArgs } from 'node:util'
import type { User } from '@atalaya/contract/users'
import type { Admin } from './admin.ts'
import { UsageError } from './usage.ts'

const ADMIN_USAGE = `npm run admin -- create USERNAME EMAIL      makes an administrator
npm run admin -- reset-password LOGIN       gives an account a temporary password
npm run admin -- reset-second-factor LOGIN  lets an account in by its password alone
npm run admin -- list                       lists all accounts`

type Say = (line: string) => void

/**
 * Parses a command line about accounts.
 *
 * @throws UsageError
 */
export function adminCommand(args: string[], say: Say): (admin: Admin) => Promise<void> {
  const { positionals } = parseArgs({ args, allowPositionals: true })
  const [action, first, second, ...rest] = positionals
  const sayPassword = async (made: ReturnType<Admin['create']>) => {
    const { user, password } = await made
    say(`${user.username} (${user.role}) can sign in with the password ${password} and is asked to change it.`)
  }
  if (rest.length === 0) {
    if (action === 'list' && first === undefined) {
      return async (admin) => {
        for await (const users of admin.list()) for (const user of users) say(lineOf(user))
      }
    }
    if (action === 'reset-password' && first && second === undefined) {
      return (admin) => sayPassword(admin.resetPassword(first))
    }
    if (action === 'reset-second-factor' && first && second === undefined) {
      return async (admin) => {
        const { username } = await admin.resetSecondFactor(first)
        say(`${username} signs in by the password alone now; all its sessions have ended.`)
      }
    }
    if (action === 'create' && first && second) {
      return (admin) => sayPassword(admin.create({ username: first, email: second }))
    }
  }
  throw new UsageError(ADMIN_USAGE)
}

const lineOf = ({ username, email, role, isActive, lastLogin }: User) =>
  [username, email, role, isActive ? 'active' : 'inactive', lastLogin ?? 'never signed in'].join('\t')
