import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { auth } from '@atalaya/contract/auth'
import { modules } from '@atalaya/contract/modules'
import { apiOf } from '@atalaya/testbed/api'
import { installPackage } from '@atalaya/testbed/install-package'
import { someone } from '@atalaya/testbed/people'
import { startServer } from '@atalaya/testbed/server-process'
import { expect, onTestFinished } from 'vitest'
import { type Install, runCommand } from './install-archives.ts'

/** A new folder outside of this checkout, until the test is over. */
export function emptyFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'atalaya-apart-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** The first account that registers is the administrator. */
async function administratorOf(url: string): Promise<string> {
  const body = someone()
  const call = apiOf(url, null)
  await call(auth.register, { body })
  return (await call(auth.login, { body })).tokens.accessToken
}

/** Looks at a module as `dev` shows it. */
async function checkDevServer(home: string): Promise<void> {
  const program = path.join(home, 'node_modules/atalaya-module/bin.js')
  const child = spawn(process.execPath, [program, 'dev'], { cwd: home, env: { ...process.env, PORT: '0' } })
  try {
    // Has no line if the program ends without one.
    const { value: line = '' } = await createInterface(child.stdout)[Symbol.asyncIterator]().next()
    const [url = ''] = /http:\S+/.exec(line) ?? []
    expect(await (await fetch(url)).text()).toContain('<title>Workshop')
    expect(await (await fetch(new URL('/workshop.json', url))).json()).toMatchObject({ id: 'my-widget' })
  } finally {
    child.kill()
  }
}

/** Walk of a person with npm and no checkout: makes a module, tries it, and has it installed on their server. */
export async function walkOutside(install: Install, [sdk = '', cli = '', creator = '']: readonly string[]) {
  const folder = emptyFolder()
  writeFileSync(path.join(folder, 'package.json'), '{ "private": true }')
  await install(folder, [creator])
  await runCommand(folder, 'npx', '--no-install', 'create-atalaya-module', 'my-widget')
  const home = path.join(folder, 'my-widget')
  await install(home, [sdk, cli])

  expect(await runCommand(home, 'npm', 'test')).toContain('greets by the time of day')
  await runCommand(home, 'npm', 'run', 'types')
  await checkDevServer(home)
  expect(await runCommand(home, 'npm', 'run', 'pack')).toContain('my-widget-0.1.0.tgz')

  const server = startServer({ DATA_DIR: emptyFolder() })
  onTestFinished(async () => {
    server.signal('SIGTERM')
    await server.exited
  })
  const url = await server.ready
  const token = await administratorOf(url)
  await installPackage(url, token, readFileSync(path.join(home, 'my-widget-0.1.0.tgz')))
  const { modules: catalogue } = await apiOf(url, token)(modules.list, {})
  expect(catalogue.find(({ id }) => id === 'my-widget')).toMatchObject({ version: '0.1.0', isSandboxed: true })
}
