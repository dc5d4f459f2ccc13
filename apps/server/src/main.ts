import type { AddressInfo } from 'node:net'
import { networkInterfaces } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { createApp } from './app.ts'
import { readConfig } from './config.ts'
import { giveBackMemory } from './give-back-memory.ts'
import { ownAddresses } from './net/own-address.ts'
import { explainStartError } from './start-error.ts'

const STOP_TIMEOUT_MS = 10_000
/** Proxies ask every second whether an instance is ready, and believe its second no (deploy/haproxy.cfg). */
const PROXIES_MS = 3_000

async function start(): Promise<void> {
  const config = readConfig()
  const { app, hasAccounts } = await createApp(config)
  giveBackMemory()
  await app.listen({ host: config.HOST, port: config.PORT })
  const stop = async () => {
    if (config.NATS_URL) {
      app.stop.isBegun = true
      await delay(PROXIES_MS)
    }
    const forced = setTimeout(() => process.exit(1), STOP_TIMEOUT_MS)
    await app.close()
    clearTimeout(forced)
  }
  // Before anybody hears that it is ready.
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)

  const { port } = app.server.address() as AddressInfo
  const [own = '', ...others] = ownAddresses(config.HOST, port, networkInterfaces())
  const address = config.PUBLIC_URL ?? own
  say(`Atalaya is ready on ${address}`)
  if (!config.PUBLIC_URL && others.length > 0) say(`In your network it is ${others.join(' or ')}`)
  if (!(await hasAccounts()))
    say(`No accounts yet: the first one to register on ${address}/register is the administrator.`)
}

const say = (line: string) => process.stdout.write(`${line}\n`)

start().catch((error: unknown) => {
  process.stderr.write(`Atalaya can't start. ${explainStartError(error)}\n`)
  process.exit(1)
})
