#!/usr/bin/env node
import './frugal.ts'
import { readFileSync, realpathSync } from 'node:fs'
import { createInterface } from 'node:readline/promises'
import { startAgain } from './again.ts'
import { createAgent } from './agent.ts'
import { InstallError, install } from './install.ts'
import { createLog } from './log.ts'
import { HELP, type Options, type Request, readRequest, UsageError } from './options.ts'
import { readVersion } from './version.ts'

const EXIT_USAGE = 64
/** A service manager need not start it again: only a person can help (sysexits: EX_CONFIG). */
const EXIT_REVOKED = 78

const file = realpathSync(process.argv[1] ?? '')
const log = createLog((line) => console.log(line))

async function run(options: Options): Promise<void> {
  const onRevoked = () => process.exit(EXIT_REVOKED)
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

async function setUp({ isAgreed, ...request }: Extract<Request, { kind: 'install' }>): Promise<void> {
  const ask = async (question: string) => {
    if (isAgreed) return true
    const terminal = createInterface({ input: process.stdin, output: process.stdout })
    const ended = new Promise<string>((resolve) => terminal.once('close', () => resolve('')))
    const answer = await Promise.race([terminal.question(question), ended])
    terminal.close()
    return /^y(es)?$/i.test(answer.trim())
  }
  const isDone = await install({ ...request, file, node: process.execPath, say: console.log, ask })
  console.log(isDone ? 'Done.' : 'Nothing was changed.')
}

try {
  const request = readRequest(process.argv.slice(2), process.env, (file) => readFileSync(file, 'utf8'))
  if (request.kind === 'help') console.log(HELP)
  else if (request.kind === 'version') console.log(readVersion())
  else if (request.kind === 'install') await setUp(request)
  else await run(request.options)
} catch (error) {
  if (!(error instanceof UsageError || error instanceof InstallError)) throw error
  console.error(error instanceof UsageError ? `${error.message}\nSee --help.` : error.message)
  process.exitCode = EXIT_USAGE
}
