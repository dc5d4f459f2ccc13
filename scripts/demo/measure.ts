import type { Item } from '@atalaya/contract/agent-protocol'
import type { Machine } from './machines.ts'

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const GIB = 1024 ** 3

/** Recent span in which every machine counts as on, so that a visitor sees no gap there. */
const RECENT_MS = 45 * MINUTE_MS
/** Samples of the far past stand further apart, as an agent that was away would thin them out. */
const sampleSteps = [
  { olderThanMs: DAY_MS, stepMs: 10 * MINUTE_MS },
  { olderThanMs: HOUR_MS, stepMs: MINUTE_MS },
  { olderThanMs: 0, stepMs: 10 * SECOND_MS },
]

/** Hash of the words (FNV-1a) as a number from 0 to 1: the same words always give the same one. */
function pseudoRandom(...words: (string | number)[]): number {
  let hash = 0x811c9dc5
  for (const character of words.join(' ')) hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193) >>> 0
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 0
  return ((hash ^ (hash >>> 13)) >>> 0) / 2 ** 32
}

/** A number from 0 to 1 that moves smoothly to another random one every `stepMs`. */
function smoothNoise(name: string, at: number, stepMs: number): number {
  const step = Math.floor(at / stepMs)
  const progress = at / stepMs - step
  const weight = progress * progress * (3 - 2 * progress)
  return pseudoRandom(name, step) * (1 - weight) + pseudoRandom(name, step + 1) * weight
}

const hourOf = (at: number) => (at % DAY_MS) / HOUR_MS

/** Activity of the people, from 0 at night to 1. */
const daylight = (at: number) => Math.max(0, Math.sin(((hourOf(at) - 6) / 14) * Math.PI))

const habits: Record<Machine['habit'], (hour: number) => boolean> = {
  always: () => true,
  'by day': (hour) => hour > 6.5 && hour < 19.2,
  'in the evening': (hour) => hour > 15 && hour < 23.4,
}

/** True if the machine was on: by its habit, except for the odd power cut. */
function isOn({ name, habit }: Machine, at: number, now: number): boolean {
  if (now - at < RECENT_MS) return true
  const day = Math.floor(at / DAY_MS)
  const cutHour = pseudoRandom(name, day, 'cut') * 22
  const cutEnd = cutHour + 0.5 + pseudoRandom(name, day, 'long')
  const isCut = pseudoRandom(name, day) < 0.3 && hourOf(at) > cutHour && hourOf(at) < cutEnd
  return habits[habit](hourOf(at)) && !isCut
}

const toTenths = (value: number) => Math.round(value * 10) / 10

/** Simulated measurements of the machine at an instant (ms). */
function metricsAt(machine: Machine, at: number): Record<string, number> {
  const { name, cpu, busy, memoryGb, diskGb, full, celsius } = machine
  const isBackup = hourOf(at) > 2.5 && hourOf(at) < 2.5 + 0.6 * pseudoRandom(name, 'backup')
  const load = busy * daylight(at) * smoothNoise(`${name} hours`, at, HOUR_MS) + (isBackup ? 42 : 0)
  const percent = Math.min(99, cpu + load + busy * 0.5 * smoothNoise(`${name} minutes`, at, 3 * MINUTE_MS) ** 3)
  const used = memoryGb * (0.34 + 0.2 * smoothNoise(`${name} memory`, at, 5 * HOUR_MS) + percent / 600)
  const diskShare = full + 0.02 * smoothNoise(`${name} disk`, at, 3 * DAY_MS) + (isBackup ? 0.01 : 0)
  const traffic = 4000 + percent ** 2 * 900 * smoothNoise(`${name} net`, at, 4 * MINUTE_MS)
  return {
    'cpu.percent': toTenths(percent),
    'load.1': toTenths((percent / 100) * 4 + smoothNoise(`${name} load`, at, MINUTE_MS) / 2),
    'memory.used': Math.round(used * GIB),
    'memory.total': memoryGb * GIB,
    'disk.used': Math.round(diskGb * Math.min(0.97, diskShare) * GIB),
    'disk.total': diskGb * GIB,
    'network.received': Math.round(traffic),
    'network.sent': Math.round(traffic * (0.2 + pseudoRandom(name, 'sent'))),
    'uptime.seconds': Math.round((at % (9 * DAY_MS)) / SECOND_MS),
    'processes.count': Math.round(90 + pseudoRandom(name) * 120 + percent / 3),
    ...(celsius !== null && { 'temperature.celsius': toTenths(celsius + percent / 7 + 3 * daylight(at)) }),
  }
}

/** Measurements of the machine between two instants (ms), oldest first, with gaps while it was off. */
export function measurements(machine: Machine, from: number, to: number, now: number): Omit<Item, 'seq'>[] {
  const items: Omit<Item, 'seq'>[] = []
  let at = from
  while (at <= to) {
    const age = now - at
    if (isOn(machine, at, now)) {
      items.push({ at: new Date(at).toISOString(), dataType: 'system', metrics: metricsAt(machine, at) })
    }
    at += sampleSteps.find(({ olderThanMs }) => age >= olderThanMs)?.stepMs ?? SECOND_MS
  }
  return items
}

/** Current measurements of the machine. */
export const measure = (machine: Machine, now: number): Omit<Item, 'seq'> => ({
  at: new Date(now).toISOString(),
  dataType: 'system',
  metrics: metricsAt(machine, now),
})
