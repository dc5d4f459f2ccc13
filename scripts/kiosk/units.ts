import { quote } from '../../packages/agent/src/service-unit.ts'
import type { KioskOptions } from './options.ts'

export const KIOSK = 'atalaya-kiosk'
const SCREEN = 'atalaya-screen'
const STATES = ['on', 'off'] as const
type State = (typeof STATES)[number]
/** User of the agent that `--install` made a service. */
const AGENT_USER = 'atalaya-agent'
const STATE_FOLDER = `/var/lib/${KIOSK}`

type Machine = Pick<KioskOptions, 'url' | 'usesX11' | 'user' | 'browser' | 'output'>

/** Command line of the browser: full screen, the page alone, and its state in a folder that stays. */
const browserCommand = ({ url, usesX11, browser }: Machine): string[] => [
  browser,
  `--ozone-platform=${usesX11 ? 'x11' : 'wayland'}`,
  '--kiosk',
  `--user-data-dir=${STATE_FOLDER}/profile`,
  '--password-store=basic',
  ...['--no-first-run', '--no-default-browser-check', '--noerrdialogs', '--hide-crash-restore-bubble'],
  ...['--disable-features=Translate', '--disable-pinch', '--overscroll-history-navigation=0'],
  url,
]

/** Shell command with a window manager: without one Chromium does not fill an X screen. */
const WITH_WINDOW_MANAGER = 'matchbox-window-manager -use_titlebar no -use_cursor no & exec "$@"'

/** Command of the kiosk: the browser in a compositor for one window, or in an X server that leaves the screen on. */
const kioskCommand = (machine: Machine): string[] =>
  machine.usesX11
    ? ['/usr/bin/xinit', '/bin/sh', '-c', WITH_WINDOW_MANAGER, 'display', ...browserCommand(machine), '--', ...X_SERVER]
    : ['/usr/bin/cage', '-d', '--', ...browserCommand(machine)]
const X_SERVER = [':0', 'vt1', '-nolisten', 'tcp', '-nocursor', '-s', '0', '-dpms']

const lineOf = (command: string[]) => command.map(quote).join(' ')

/** The service of systemd. It waits for no network: a display shows what it remembers until there is one. */
export const kioskUnit = (machine: Machine): string => `[Unit]
Description=Atalaya display
Wants=dbus.socket systemd-logind.service
After=dbus.socket systemd-logind.service getty@tty1.service plymouth-quit-wait.service
Conflicts=getty@tty1.service
ConditionPathExists=/dev/tty0
StartLimitIntervalSec=0

[Service]
User=${machine.user}
PAMName=${KIOSK}
TTYPath=/dev/tty1
TTYReset=yes
TTYVHangup=yes
TTYVTDisallocate=yes
StandardInput=tty-fail
StandardOutput=journal
# The pairing is in the browser's profile.
StateDirectory=${KIOSK}
StateDirectoryMode=0700
ExecStart=${lineOf(kioskCommand(machine))}
Restart=always
RestartSec=3

[Install]
WantedBy=multi-user.target
`

const screenCommand = ({ usesX11, output }: Machine, state: State): string[] => {
  if (!usesX11) return ['/usr/bin/wlr-randr', '--output', output, `--${state}`]
  return ['/usr/bin/xset', ...(state === 'off' ? ['+dpms', 'dpms', '0', '0', '0'] : []), 'dpms', 'force', state]
}

/** Switches the screen as the user of the kiosk, because an agent may not do it. */
const screenUnit = (machine: Machine, state: State): string => `[Unit]
Description=Atalaya display: screen ${state}
After=${KIOSK}.service
Requisite=${KIOSK}.service

[Service]
Type=oneshot
User=${machine.user}
PAMName=${KIOSK}
Environment=${machine.usesX11 ? 'DISPLAY=:0' : 'WAYLAND_DISPLAY=wayland-0'}
ExecStart=${lineOf(screenCommand(machine, state))}
`

/**
 * A session with a seat, also while the machine still starts: `login` lets nobody in before the network is set up.
 */
const PAM = `account required pam_permit.so
session required pam_systemd.so class=user
`

const POLKIT = `polkit.addRule(function (action, subject) {
  if (
    action.id == 'org.freedesktop.systemd1.manage-units' &&
    subject.user == '${AGENT_USER}' &&
    action.lookup('verb') == 'start' &&
    /^${SCREEN}-(on|off)[.]service$/.test(action.lookup('unit'))
  ) return polkit.Result.YES
})
`

const sysusers = (user: string) => `u ${user} - "Atalaya display" ${STATE_FOLDER}
${['video', 'render', 'input', 'tty'].map((group) => `m ${user} ${group}`).join('\n')}
`

/** All files that make a machine a display, by their places. */
export function kioskFiles(machine: Machine): Map<string, string> {
  const screens = STATES.map(
    (state) => [`/etc/systemd/system/${SCREEN}-${state}.service`, screenUnit(machine, state)] as const,
  )
  return new Map([
    [`/etc/systemd/system/${KIOSK}.service`, kioskUnit(machine)],
    ...screens,
    [`/etc/sysusers.d/${KIOSK}.conf`, sysusers(machine.user)],
    [`/etc/pam.d/${KIOSK}`, PAM],
    [`/etc/polkit-1/rules.d/50-${SCREEN}.rules`, POLKIT],
  ])
}

/** Entries for the allow file of the agent on the same machine: they switch the screen on and off. */
export const allowedActions = () => ({
  actions: Object.fromEntries(
    STATES.map((state) => [
      `screen-${state}`,
      { command: ['/usr/bin/systemctl', 'start', `${SCREEN}-${state}.service`], timeoutS: 20, idempotent: true },
    ]),
  ),
})
