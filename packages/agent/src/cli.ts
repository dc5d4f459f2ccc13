#!/usr/bin/env node
import './frugal.ts'
import { realpathSync } from 'node:fs'
import { createInterface } from 'node:readline/promises'
import { startAgain } from './again.ts'
import { createAgent } from './agent.ts'
import { readSmallText } from './disk/bounded-file.ts'
import { install } from './install.ts'
import { InstallError } from './install-error.ts'
import { createLog } from './log.ts'
import { HELP, type Options, type Request, readRequest, UsageError } from './options.ts'
import { readVersion } from './version.ts'

const EXIT_USAGE = 64
const TOKEN_FILE_MAX_BYTES = 4096
/** Exit code after a revoked token: a restart would not help, only a person can (sysexits: EX_CONFIG). */
const EXIT_REVOKED = 78

const file = realpathSync(process.argv[1] ?? '')
const log = createLog((line) => console.log(line))

async function runAgent(options: Options): Promise<void> {
  const onRevoked = () => process.exit(EXIT_REVOKED)
  const restart = () => startAgain(process.env)
  const agent = createAgent({ options, version: readVersion(), file, log, onRevoked, restart })
  const onStopFailed = (error: unknown) => {
    log.say(`Could not stop in order: ${error}`)
    process.exit(1)
  }
  const stop = () => {
    agent.stop('shutdown').then(() => process.exit(0), onStopFailed)
  }
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
  await agent.start()
}

async function installAgent({ mustAsk, ...request }: Extract<Request, { kind: 'install' }>): Promise<void> {
  const keyboard = createInterface({ input: process.stdin, output: process.stdout })
  // Counts as an empty answer when the input ends.
  const inputEnd = new Promise<string>((resolve) => keyboard.once('close', () => resolve('')))
  const prompt = (text: string) => Promise.race([keyboard.question(text), inputEnd])
  const agree = async (text: string) => !mustAsk || /^y(es)?$/i.test((await prompt(text)).trim())
  const ask = process.stdin.isTTY && mustAsk ? prompt : null
  try {
    const isDone = await install({ ...request, file, node: process.execPath, print: console.log, ask, agree })
    console.log(isDone ? 'Done.' : 'Nothing was changed.')
  } finally {
    keyboard.close()
  }
}

try {
  const request = readRequest(process.argv.slice(2), process.env, (file) => readSmallText(file, TOKEN_FILE_MAX_BYTES))
  if (request.kind === 'help') console.log(HELP)
  else if (request.kind === 'version') console.log(readVersion())
  else if (request.kind === 'install') await installAgent(request)
  else await runAgent(request.options)
} catch (error) {
  if (!(error instanceof UsageError || error instanceof InstallError)) throw error
  console.error(error instanceof UsageError ? `${error.message}\nSee --help.` : error.message)
  process.exitCode = EXIT_USAGE
}
