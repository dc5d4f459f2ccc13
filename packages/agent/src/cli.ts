#!/usr/bin/env node
import { readFileSync, realpathSync } from 'node:fs'
import { startAgain } from './again.ts'
import { createAgent } from './agent.ts'
import { createLog } from './log.ts'
import { HELP, type Options, readRequest, UsageError } from './options.ts'
import { readVersion } from './version.ts'

const EXIT_USAGE = 64
/** A service manager need not start it again: only a person can help (sysexits: EX_CONFIG). */
const EXIT_REVOKED = 78

const log = createLog((line) => console.log(line))

async function run(options: Options): Promise<void> {
  const onRevoked = () => process.exit(EXIT_REVOKED)
  const file = realpathSync(process.argv[1] ?? '')
  const again = () => startAgain(process.env)
  const agent = createAgent({ options, version: readVersion(), file, log, onRevoked, again })
  const stop = async () => {
    await agent.stop('shutdown')
    process.exit(0)
  }
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
  await agent.start()
}

try {
  const request = readRequest(process.argv.slice(2), process.env, (file) => readFileSync(file, 'utf8'))
  if (request.kind === 'help') console.log(HELP)
  else if (request.kind === 'version') console.log(readVersion())
  else await run(request.options)
} catch (error) {
  if (!(error instanceof UsageError)) throw error
  console.error(`${error.message}\nSee --help.`)
  process.exitCode = EXIT_USAGE
}
