import { administer } from './compose/administration.ts'
import { type Config, readConfig } from './config.ts'
import { backUp, restore } from './db/backup/backup.ts'
import { BackupError } from './db/backup/backup-file.ts'
import { AppError } from './domain/errors.ts'
import { adminCommand } from './maintenance/admin-command.ts'
import { UsageError } from './maintenance/usage.ts'
import { closeDataFolder, makePrivateFiles } from './operations/data-folder.ts'
import { explainStartError } from './operations/start-error.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

const tasks: Record<string, (config: Config, args: string[]) => Promise<void>> = {
  admin: (config, args) => administer(config, adminCommand(args, say), say),

  async backup(config, args) {
    const rows = await backUp(config, fileOf(args, 'backup'))
    say(`${args[0]} holds ${rows} rows. Keep DATA_DIR/secret.key, or SECRET_KEY, too, in another place.`)
  },

  async restore(config, args) {
    const kept = await restore(config, fileOf(args, 'restore'))
    say(`${args[0]} is restored; everybody signs in anew.${kept ? ` What was there before is ${kept}.` : ''}`)
  },
}

function fileOf([file, ...more]: string[], task: string): string {
  if (file === undefined || more.length > 0) throw new UsageError(`npm run ${task} -- FILE`)
  return file
}

function explain(error: unknown): string {
  const isForPeople = error instanceof UsageError || error instanceof BackupError || error instanceof AppError
  return isForPeople ? error.message : explainStartError(error)
}

async function run(task: string, args: string[]): Promise<void> {
  const work = tasks[task]
  if (!work) throw new UsageError(`Choose one of ${Object.keys(tasks).join(', ')}`)
  const config = readConfig()
  makePrivateFiles()
  await work(config, args)
  closeDataFolder(config.DATA_DIR)
}

// What the commands of package.json run beside the server: `maintain.ts admin | backup | restore`.
const [task = '', ...args] = process.argv.slice(2)
run(task, args).catch((error: unknown) => {
  process.stderr.write(`${explain(error)}\n`)
  process.exitCode = 1
})
