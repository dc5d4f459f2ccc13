import { parseArgs } from 'node:util'
import { administer } from './compose/administration.ts'
import { type Config, readConfig } from './config.ts'
import { backUp, checkBackup, restore } from './db/backup/backup.ts'
import { BackupError } from './db/backup/backup-file.ts'
import { AppError } from './domain/errors.ts'
import { adminCommand } from './maintenance/admin-command.ts'
import { UsageError } from './maintenance/usage.ts'
import { restrictDataFolder, setPrivateUmask } from './operations/data-folder.ts'
import { explainStartError } from './operations/start-error.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

const tasks: Record<string, (config: Config, args: string[]) => Promise<void>> = {
  admin: (config, args) => administer(config, adminCommand(args, say), say),

  async backup(config, args) {
    const { values, positionals } = parseArgs({
      args,
      options: { verify: { type: 'boolean' } },
      allowPositionals: true,
    })
    const file = fileOf(positionals, 'backup', 'npm run backup -- --verify FILE')
    if (values.verify) {
      const { createdAt, rows } = await checkBackup(file)
      say(`${file} is whole: ${rows} rows of ${createdAt}. This version can restore it.`)
      return
    }
    const rows = await backUp(config, file)
    say(`${file} holds ${rows} rows. Keep DATA_DIR/secret.key, or SECRET_KEY, too, in another place.`)
  },

  async restore(config, args) {
    const previous = await restore(config, fileOf(args, 'restore'))
    const hint = previous ? ` The previous data is in ${previous}.` : ''
    say(`${args[0]} is restored; everybody must sign in again.${hint}`)
  },
}

/**
 * The one file that the arguments name.
 *
 * @throws UsageError with the usage of the task, and `otherUsages`, if there is not exactly one
 */
function fileOf([file, ...more]: string[], task: string, ...otherUsages: string[]): string {
  if (file === undefined || more.length > 0)
    throw new UsageError([`npm run ${task} -- FILE`, ...otherUsages].join('\n'))
  return file
}

function explain(error: unknown): string {
  const isForPeople = error instanceof UsageError || error instanceof BackupError || error instanceof AppError
  return isForPeople || isUnknownOption(error) ? error.message : explainStartError(error)
}

const isUnknownOption = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')

async function run(task: string, args: string[]): Promise<void> {
  const work = tasks[task]
  if (!work) throw new UsageError(`Choose one of ${Object.keys(tasks).join(', ')}`)
  const config = readConfig()
  setPrivateUmask()
  await work(config, args)
  restrictDataFolder(config.DATA_DIR)
}

// Tasks of package.json's commands, apart from the server: `maintain.ts admin | backup | restore`.
const [task = '', ...args] = process.argv.slice(2)
run(task, args).catch((error: unknown) => {
  process.stderr.write(`${explain(error)}\n`)
  process.exitCode = 1
})
