/** Hours in which a machine runs. */
type Habit = 'always' | 'by day' | 'in the evening'

/** An invented machine, with the parameters of its simulated measurements. */
export type Machine = {
  name: string
  owner: string
  tags: string[]
  os: string
  arch: string
  /** Address of a documentation range, which no machine has (RFC 5737). */
  ip: string
  habit: Habit
  /** Percent at rest, and the surplus of a busy hour. */
  cpu: number
  busy: number
  memoryGb: number
  diskGb: number
  /** Used share of the disk, from 0 to 1. */
  full: number
  /** °C at rest; null if there is no sensor. */
  celsius: number | null
  /** Status that it reports while it is online. */
  state: 'online' | 'degraded'
  /** True if it has been away for some days. */
  isOffline: boolean
  /** A service of systemd that it may restart. */
  service: string
}

const PI = { os: 'linux 6.12', arch: 'arm64', memoryGb: 4, diskGb: 32, celsius: 46, cpu: 6, busy: 14 }
const PC = { os: 'linux 6.14', arch: 'x64', memoryGb: 32, diskGb: 1000, celsius: 41, cpu: 8, busy: 46 }
const NAS = { os: 'linux 6.12', arch: 'x64', memoryGb: 16, diskGb: 12_000, celsius: 38, cpu: 5, busy: 22 }
const VM = { os: 'linux 6.1', arch: 'x64', memoryGb: 8, diskGb: 80, celsius: null, cpu: 12, busy: 38 }
type Kind = typeof PI | typeof VM

const defaults = { habit: 'always', full: 0.42, state: 'online', isOffline: false, service: 'nginx.service' } as const

let count = 0
function machine(name: string, owner: string, tags: string[], kind: Kind, changes: Partial<Machine> = {}): Machine {
  count += 1
  return { name, owner, tags, ip: `192.0.2.${count + 9}`, ...defaults, ...kind, ...changes }
}

/** The fleet of the demo: a home, a club and a small company. */
export const machines: Machine[] = [
  machine('attic-pi', 'marina', ['home', 'pi'], PI, { celsius: 51, service: 'pihole.service' }),
  machine('garage-nas', 'marina', ['home', 'storage'], NAS, { full: 0.71, service: 'smbd.service' }),
  machine('greenhouse', 'marina', ['home', 'pi', 'sensors'], PI, { diskGb: 16, full: 0.58, cpu: 4 }),
  machine('hallway-panel', 'marina', ['home', 'display'], PI, { cpu: 18, busy: 8 }),
  machine('living-room-tv', 'marina', ['home', 'display'], PI, { habit: 'in the evening', cpu: 22, busy: 30 }),
  machine('studio', 'marina', ['home', 'desk'], PC, { habit: 'by day', busy: 61 }),
  machine('router', 'marina', ['home', 'network'], { ...PI, memoryGb: 1, diskGb: 8 }, { cpu: 9, full: 0.23 }),
  machine('club-server', 'bruno', ['club', 'games'], VM, { busy: 52, service: 'openarena.service' }),
  machine('bar-till', 'bruno', ['club'], PC, { habit: 'in the evening', memoryGb: 8, diskGb: 240 }),
  machine('scoreboard', 'bruno', ['club', 'display', 'pi'], PI, { habit: 'in the evening' }),
  machine('stage-lights', 'bruno', ['club', 'pi'], PI, { isOffline: true }),
  machine('web-1', 'ines', ['office', 'web'], VM),
  machine('web-2', 'ines', ['office', 'web'], VM, { cpu: 14 }),
  machine('db-1', 'ines', ['office', 'database'], VM, { memoryGb: 32, diskGb: 400, full: 0.63, cpu: 19 }),
  machine('db-2', 'ines', ['office', 'database'], VM, { memoryGb: 32, diskGb: 400, full: 0.63 }),
  machine('mail', 'ines', ['office'], VM, { full: 0.55, service: 'postfix.service' }),
  machine('backup', 'ines', ['office', 'storage'], NAS, { full: 0.93, state: 'degraded' }),
  machine('build-runner', 'ines', ['office', 'ci'], PC, { memoryGb: 64, busy: 78 }),
  machine('office-nas', 'ines', ['office', 'storage'], NAS, { full: 0.48 }),
  machine('reception', 'ines', ['office', 'display'], PI, { habit: 'by day' }),
  machine('press-01', 'tomas', ['workshop', 'sensors'], PI, { cpu: 11, celsius: 55 }),
  machine('press-02', 'tomas', ['workshop', 'sensors'], PI, { cpu: 12, celsius: 57 }),
  machine('cnc-mill', 'tomas', ['workshop'], PC, { habit: 'by day', memoryGb: 16 }),
  machine('laser-cutter', 'tomas', ['workshop'], PC, { habit: 'by day', memoryGb: 8, isOffline: true }),
  machine('gate-camera', 'tomas', ['workshop', 'network'], PI, { cpu: 34, busy: 21 }),
]
