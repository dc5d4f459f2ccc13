import { readdir, readFile, statfs } from 'node:fs/promises'
import { CORES_MAX, PARTS_MAX } from '@atalaya/contract/metrics'

type Traffic = { received: number; sent: number }

type Time = { busy: number; total: number }

/** Counters; only their differences make sense. Totals, and one for each core and interface by its name. */
export type Counters = Traffic & Time & { interfaces: Record<string, Traffic>; cores: Record<string, Time> }

/** Interfaces left out: their traffic stays on this machine, or a real interface counts it too. */
const VIRTUAL = /^(lo|veth|docker|br-|virbr|tun|tap|wg|cni|flannel|cali|kube|dummy|ifb|bond\d+\.|vnet)/

const NAME_MAX = 40

/** Part of a metric's name: `/srv/My disk` is `srv-my-disk`, `/` is `root`. */
export const nameOfPart = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, NAME_MAX) || 'root'

/** Parts with separate numbers, if there are several; as many as fit into a sample. */
const someOf = <T>(parts: T[]): T[] => (parts.length > 1 ? parts.slice(0, PARTS_MAX) : [])

const read = (file: string): Promise<string> => readFile(file, 'utf8')

/** Text of a file, or null if the machine has none. */
const readIfThere = (file: string): Promise<string | null> => read(file).catch(() => null)

/** Cores with separate numbers, if there are several and all of them fit into a sample. */
export const fewCores = (cores: [string, Time][]): Counters['cores'] =>
  cores.length > 1 && cores.length <= CORES_MAX ? Object.fromEntries(cores) : {}

/** Processor time since the boot, total and per core, from `/proc/stat`, in ticks. */
export function parseCpu(stat: string): Pick<Counters, 'busy' | 'total' | 'cores'> {
  const lines = [...stat.matchAll(/^(cpu\d*) +(.*)$/gm)].map(([, name = '', values = '']) => {
    // The first eight columns: guest time, in those after them, is part of user time already.
    const ticks = values.trim().split(/\s+/).map(Number).slice(0, 8)
    const total = ticks.reduce((sum, value) => sum + value, 0)
    const [, , , idle = 0, ioWait = 0] = ticks
    return [name, { busy: total - idle - ioWait, total }] as [string, Time]
  })
  const [, all] = lines.find(([name]) => name === 'cpu') ?? []
  return { busy: 0, total: 0, ...all, cores: fewCores(lines.filter(([name]) => name !== 'cpu')) }
}

/** Bytes since the boot, total and per real interface, from `/proc/net/dev`. */
export function parseNetwork(dev: string): Pick<Counters, 'received' | 'sent' | 'interfaces'> {
  const sums = { received: 0, sent: 0 }
  const interfaces = new Map<string, Traffic>()
  for (const line of dev.split('\n')) {
    const [, name, values] = /^ *([^\s:]+):(.*)$/.exec(line) ?? []
    if (!name || !values || VIRTUAL.test(name)) continue
    const numbers = values.trim().split(/\s+/).map(Number)
    const [received = 0, sent = 0] = [numbers[0], numbers[8]]
    sums.received += received
    sums.sent += sent
    interfaces.set(nameOfPart(name), { received, sent })
  }
  return { ...sums, interfaces: Object.fromEntries(someOf([...interfaces])) }
}

/** Memory in bytes, from `/proc/meminfo`. */
export function parseMemory(info: string) {
  const bytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(info)?.[1] ?? 0) * 1024
  const total = bytes('MemTotal')
  const swap = bytes('SwapTotal')
  return {
    'memory.total': total,
    'memory.used': total - bytes('MemAvailable'),
    'swap.total': swap,
    'swap.used': swap - bytes('SwapFree'),
  }
}

/** Mount points of real disks, each disk once, from `/proc/mounts`. `/` if there are none (containers). */
export function parseMounts(mounts: string): string[] {
  const points = new Map<string, string>()
  for (const line of mounts.split('\n')) {
    const [device = '', point = '', type] = line.split(' ')
    if (!device.startsWith('/dev/') || device.startsWith('/dev/loop') || type === 'squashfs') continue
    if (!points.has(device) || point === '/') points.set(device, point.replaceAll('\\040', ' '))
  }
  // Containers mount single files, such as /etc/hosts, from a disk of the host.
  const found = [...points.values()].filter((point) => !point.startsWith('/etc/'))
  return found.length > 0 ? found : ['/']
}

export async function readCounters(): Promise<Counters> {
  const [stat, dev] = await Promise.all([read('/proc/stat'), readIfThere('/proc/net/dev')])
  return { ...parseCpu(stat), ...parseNetwork(dev ?? '') }
}

export async function readMemory(): Promise<Record<string, number>> {
  return parseMemory(await read('/proc/meminfo'))
}

export async function readDisks(): Promise<Record<string, number>> {
  const points = parseMounts((await readIfThere('/proc/mounts')) ?? '')
  const sizes = await Promise.all(points.map((point) => statfs(point).catch(() => null)))
  let total = 0
  let used = 0
  const disks = new Map<string, { total: number; used: number }>()
  for (const [n, size] of sizes.entries()) {
    if (!size || size.blocks === 0) continue
    const disk = { total: size.blocks * size.bsize, used: (size.blocks - size.bfree) * size.bsize }
    total += disk.total
    used += disk.used
    disks.set(nameOfPart(points[n] ?? ''), disk)
  }
  if (total === 0) return {}
  const each = someOf([...disks]).flatMap(([name, disk]) => [
    [`disk.total:${name}`, disk.total],
    [`disk.used:${name}`, disk.used],
  ])
  return { 'disk.total': total, 'disk.used': used, ...Object.fromEntries(each) }
}

export async function countProcesses(): Promise<number> {
  const names = await readdir('/proc')
  return names.filter((name) => /^\d+$/.test(name)).length
}

/** The warmest sensor, in degrees Celsius; null if none can be read. */
export async function readTemperature(): Promise<number | null> {
  const folder = '/sys/class/thermal'
  const zones = (await readdir(folder).catch(() => [])).filter((name) => name.startsWith('thermal_zone'))
  const texts = await Promise.all(zones.map((zone) => readIfThere(`${folder}/${zone}/temp`)))
  const degrees = texts.flatMap((text) => (text === null ? [] : [Number(text) / 1000]))
  const plausible = degrees.filter((value) => value > 0 && value < 150)
  return plausible.length > 0 ? Math.max(...plausible) : null
}
