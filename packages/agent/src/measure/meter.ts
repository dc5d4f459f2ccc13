import os from 'node:os'
import type { SystemMetric } from '@atalaya/contract/metrics'
import * as elsewhere from './elsewhere.ts'
import * as linux from './linux.ts'

/** Metric name → value. Metrics that this machine lacks are absent. */
export type Measurements = Partial<Record<SystemMetric | `${SystemMetric}:${string}`, number>>

type Reading = { at: number; counters: Partial<linux.Counters> }

const isLinux = process.platform === 'linux'
const toTenths = (value: number) => Math.round(value * 10) / 10
const toHundredths = (value: number) => Math.round(value * 100) / 100

/** Measures this machine. Rates are since the previous measurement; `now` is in ms and never goes back. */
export function createMeter(now: () => number = () => performance.now()) {
  let last: Reading | null = null

  return {
    async measure(): Promise<Measurements> {
      const counters = await readPart(async () => (isLinux ? linux.readCounters() : elsewhere.readCounters()))
      const reading = { at: now(), counters }
      const measured = {
        ...rates(last, reading),
        ...loadAverages(),
        ...(await readPart(async () => (isLinux ? linux.readMemory() : elsewhere.readMemory()))),
        ...(await readPart(isLinux ? linux.readDisks : elsewhere.readDisks)),
        'uptime.seconds': Math.round(os.uptime()),
        ...(isLinux && (await readPart(linuxOnly))),
      }
      if (counters.total !== undefined) last = reading
      return measured
    },
  }
}

/** Leaves out numbers that can't be read just now; the other numbers are sent without them. */
const readPart = <T extends object>(read: () => Promise<T>): Promise<Partial<T>> => read().catch(() => ({}))

/** Rates a second between two readings; empty at the first. */
export function rates(last: Reading | null, { at, counters }: Reading): Measurements {
  const { busy = 0, total = 0, received, sent, interfaces = {}, cores = {} } = counters
  if (!last) return {}
  const seconds = (at - last.at) / 1000
  const measured: Measurements = {}
  const percent = busyPercent(last.counters, { busy, total })
  if (percent !== undefined) measured['cpu.percent'] = percent
  for (const [name, now] of Object.entries(cores)) {
    const before = last.counters.cores?.[name]
    const percent = before && busyPercent(before, now)
    if (percent !== undefined) measured[`cpu.percent:${name}`] = percent
  }
  const perSecond = (value: number, before = value) => Math.round(Math.max(0, value - before) / seconds)
  if (received !== undefined && seconds > 0) {
    measured['network.received'] = perSecond(received, last.counters.received)
  }
  if (sent !== undefined && seconds > 0) measured['network.sent'] = perSecond(sent, last.counters.sent)
  for (const [name, now] of Object.entries(interfaces)) {
    const before = last.counters.interfaces?.[name]
    if (!before || seconds <= 0) continue
    measured[`network.received:${name}`] = perSecond(now.received, before.received)
    measured[`network.sent:${name}`] = perSecond(now.sent, before.sent)
  }
  return measured
}

type Time = Pick<linux.Counters, 'busy' | 'total'>

/** Busy share of the passed time, in percent. Undefined if no time passed, as with a core that is off. */
function busyPercent(before: Partial<Time>, now: Time): number | undefined {
  const passed = now.total - (before.total ?? 0)
  return passed > 0 ? toTenths(Math.max(0, (now.busy - (before.busy ?? 0)) / passed) * 100) : undefined
}

function loadAverages(): Measurements {
  // Windows has no such thing and answers zeros.
  if (process.platform === 'win32') return {}
  const [one = 0, five = 0, fifteen = 0] = os.loadavg()
  return { 'load.1': toHundredths(one), 'load.5': toHundredths(five), 'load.15': toHundredths(fifteen) }
}

async function linuxOnly(): Promise<Measurements> {
  const [processes, temperature] = await Promise.all([linux.countProcesses(), linux.readTemperature()])
  return {
    'processes.count': processes,
    ...(temperature !== null && { 'temperature.celsius': toTenths(temperature) }),
  }
}
