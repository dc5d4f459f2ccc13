import type { AddressInfo } from 'node:net'
import { networkInterfaces } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { createApp } from './compose/app.ts'
import { readConfig } from './config.ts'
import { StartError } from './domain/errors.ts'
import { serverAddresses } from './net/server-addresses.ts'
import { restrictDataFolder, setPrivateUmask, warningAboutOpen } from './operations/data-folder.ts'
import { giveBackMemory } from './operations/give-back-memory.ts'
import { explainStartError } from './operations/start-error.ts'

const NEW = '--new'
const STOP_TIMEOUT_MS = 10_000
/** Time until proxies send nothing here: they check every second, and stop after two failures (deploy/haproxy.cfg). */
const PROXIES_NOTICE_MS = 3_000

/** Data folder, to explain a failed start; undefined until the settings are read. */
let folder: string | undefined

async function start(): Promise<void> {
  const startsOver = readArguments(process.argv.slice(2))
  const config = readConfig()
  folder = config.DATA_DIR
  setPrivateUmask()
  const warning = warningAboutOpen(restrictDataFolder(config.DATA_DIR))
  const { app, hasAccounts, setupCode, countLostSecrets, faults, writerLost, upgrades } = await createApp(
    config,
    Date.now,
    {},
    startsOver,
  )
  // The process goes on, though Node's manual advises to end it. Otherwise anybody who finds one such fault could end
  // the server at will.
  // Consistent state is in the database and changes by transactions. Sockets, streams, sources and jobs have an owner
  // that ends with the fault. A fault without an owner is logged with its cause, and in `/metrics` as `nobody`.
  process.on('uncaughtException', faults.uncaught)
  process.on('unhandledRejection', faults.uncaught)
  giveBackMemory()
  await app.listen({ host: config.HOST, port: config.PORT })
  const stop = async (exitCode: number) => {
    process.exitCode = exitCode
    if (config.NATS_URL) {
      app.stop.isBegun = true
      await delay(PROXIES_NOTICE_MS)
    }
    const forced = setTimeout(() => process.exit(1), STOP_TIMEOUT_MS)
    await app.close()
    clearTimeout(forced)
  }
  // Registers the handlers before the report of readiness: a signal may come right after it.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      process.stdout.write('Atalaya is stopping …\n')
      stop(0).then(() => process.stdout.write('Atalaya has stopped\n'), fail)
    })
  }
  // Ends the process when the writer of the database is lost; the process's supervisor starts it again.
  writerLost
    .then(({ message }) => {
      process.stderr.write(`Atalaya ends: the thread that writes to the database has ended (${message}).\n`)
      return stop(1)
    })
    .catch(fail)

  const { port } = app.server.address() as AddressInfo
  const [local = '', ...others] = serverAddresses(config.HOST, port, networkInterfaces())
  const address = config.PUBLIC_URL ?? local
  const isNew = !(await hasAccounts())
  const lostSecrets = startsOver ? await countLostSecrets() : 0
  const lines = [
    `Atalaya is ready on ${address}`,
    warning,
    ...upgrades,
    lostSecrets > 0 && warningAboutLost(lostSecrets),
    !config.PUBLIC_URL && others.length > 0 && `In your network it is ${others.join(' or ')}`,
    isNew && `No accounts yet: the first one to register on ${address}/register is the administrator.`,
    isNew && setupCode && `Others reach this server too, so registering asks for the setup code ${setupCode}`,
  ]
  process.stdout.write(`${lines.filter(Boolean).join('\n')}\n`)
}

/** True with `--new`: the database or its key is missing on purpose. */
function readArguments(args: string[]): boolean {
  const unknown = args.find((argument) => argument !== NEW)
  if (unknown !== undefined) throw new StartError(`There is no option ${unknown}; npm start -- ${NEW} is the only one`)
  return args.includes(NEW)
}

function warningAboutLost(count: number): string {
  const what = count === 1 ? '1 secret' : `${count} secrets`
  return `${what} can no longer be read with this key and must be entered again; administrators see which widgets need theirs.`
}

function fail(error: unknown): never {
  process.stderr.write(`Atalaya could not stop in order. ${(error as Error).stack}\n`)
  process.exit(1)
}

start().catch((error: unknown) => {
  process.stderr.write(`Atalaya can't start. ${explainStartError(error, folder)}\n`)
  process.exit(1)
})
