import { parseArgs } from 'node:util'
import type { User } from '@atalaya/contract/users'
import { createPasswords } from '#server/auth/passwords.ts'
import { createSessions, SESSION_TABLES } from '#server/auth/sessions.ts'
import type { Config } from '#server/config.ts'
import { createFaults } from '#server/containment/faults.ts'
import { openDatabase } from '#server/db/open.ts'
import { createRecent, createWrites } from '#server/db/recent.ts'
import { createRepos, transactionsOn } from '#server/db/repos.ts'
import { openBus } from '#server/events/open-bus.ts'
import { createRevocations } from '#server/events/revocations.ts'
import { type Admin, createAdmin } from './admin.ts'
import { UsageError } from './usage.ts'

const ADMIN_USAGE = `npm run admin -- create USERNAME EMAIL      makes an administrator
npm run admin -- reset-password LOGIN       gives an account a temporary password
npm run admin -- list                       lists all accounts`

type Say = (line: string) => void

/** Accounts from the command line of the machine, while the server runs or not. @throws UsageError */
export async function adminCommand(config: Config, args: string[], say: Say): Promise<void> {
  const work = chosen(args, say)
  const db = await openDatabase(config)
  // Other instances hear at once of sessions that end; without NATS they end within a second.
  const faults = createFaults((error) => say(String(error)))
  const bus = await openBus(config, faults)
  try {
    const repos = createRepos(db)
    const sessions = createSessions({
      repo: repos,
      revocations: createRevocations(bus),
      findRecent: createRecent(createWrites(0), SESSION_TABLES, Date.now),
      now: Date.now,
    })
    await work(createAdmin({ repos, tx: transactionsOn(db), passwords: createPasswords(), sessions, now: Date.now }))
  } finally {
    await bus.close()
    await db.destroy()
  }
}

function chosen(args: string[], say: Say): (admin: Admin) => Promise<void> {
  const { positionals } = parseArgs({ args, allowPositionals: true })
  const [action, first, second, ...rest] = positionals
  const told = async (made: ReturnType<Admin['create']>) => {
    const { user, password } = await made
    say(`${user.username} (${user.role}) can sign in with the password ${password} and is asked to change it.`)
  }
  if (rest.length === 0) {
    if (action === 'list' && first === undefined) {
      return async (admin) => {
        for (const user of await admin.list()) say(lineOf(user))
      }
    }
    if (action === 'reset-password' && first && second === undefined) {
      return (admin) => told(admin.resetPassword(first))
    }
    if (action === 'create' && first && second) {
      return (admin) => told(admin.create({ username: first, email: second }))
    }
  }
  throw new UsageError(ADMIN_USAGE)
}

const lineOf = ({ username, email, role, isActive, lastLogin }: User) =>
  [username, email, role, isActive ? 'active' : 'inactive', lastLogin ?? 'never signed in'].join('\t')
