import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { ALLOW_FILE } from '../../packages/agent/src/commands/allow-file.ts'
import type { KioskOptions } from './options.ts'
import { allowedActions, KIOSK, kioskFiles } from './units.ts'

const COMMANDS = [
  ['systemd-sysusers', `/etc/sysusers.d/${KIOSK}.conf`],
  ['systemctl', 'daemon-reload'],
  ['systemctl', 'enable', KIOSK],
  ['systemctl', 'restart', KIOSK],
]

type Terminal = { print: (text: string) => void; confirm: (question: string) => Promise<boolean> }

/**
 * Makes this machine a display, after showing the changes. True if the files were written.
 *
 * @throws Error if the user is not root, the machine lacks a program, or a file exists already.
 */
export async function installKiosk(options: KioskOptions, { print, confirm }: Terminal): Promise<boolean> {
  const isReal = options.root === '/'
  const files = [...kioskFiles(options)].map(([place, text]) => ({ file: path.join(options.root, place), text }))
  for (const { file, text } of files) print(`# ${file}\n${text}`)
  if (isReal) print(`Then this runs\n${COMMANDS.map((command) => `  ${command.join(' ')}`).join('\n')}\n`)
  print(`So that the agent beside it can switch the screen, put this into ${ALLOW_FILE} and restart the agent:
${JSON.stringify(allowedActions(), null, 2)}\n`)

  if (options.mustAsk && !(await confirm('Write this? [y/N] '))) return false
  const existing = files.filter(({ file }) => existsSync(file)).map(({ file }) => file)
  if (existing.length > 0 && !options.isForced)
    throw new Error(`There already, and left as they are: ${existing.join(', ')}. To write over them: --force`)
  if (isReal) checkMachine(options)
  for (const { file, text } of files) {
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
  if (isReal) for (const command of COMMANDS) run(command)
  return true
}

function checkMachine({ usesX11, browser }: KioskOptions): void {
  if (process.getuid?.() !== 0) throw new Error('Only root can write this: run it as root, with sudo')
  if (!existsSync('/run/systemd/system')) throw new Error('This machine does not run systemd')
  const programs = [
    browser,
    ...(usesX11
      ? ['/usr/bin/xinit', '/usr/bin/matchbox-window-manager', '/usr/bin/xset']
      : ['/usr/bin/cage', '/usr/bin/Xwayland', '/usr/bin/wlr-randr']),
  ]
  const missing = programs.filter((file) => !existsSync(file))
  if (missing.length > 0)
    throw new Error(
      `Not here: ${missing.join(', ')}. Install ${usesX11 ? 'chromium, xserver-xorg, xinit, matchbox-window-manager and x11-xserver-utils' : 'chromium, cage, xwayland and wlr-randr'} first`,
    )
}

function run([program = '', ...args]: string[]): void {
  const { status } = spawnSync(program, args, { stdio: 'inherit' })
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} failed`)
}
