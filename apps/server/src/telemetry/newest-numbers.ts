import type { AgentNumbers } from '@atalaya/contract/agent-numbers'
import { percentOf } from '@atalaya/contract/metrics'
import { inParts } from '#server/domain/in-parts.ts'
import type { Delivery, QueuedItem } from './items.ts'
import { type MetricSet, unpack } from './metric-sets.ts'
import type { NumbersRepo, NumbersRow } from './numbers.repo.ts'

export const numbersSettings = {
  /** Interval at which the newest numbers of all agents are written together. */
  numbersEveryMs: 30_000,
}

/** Agents that one turn of the event loop reads and one statement writes: other work waits a few milliseconds. */
const AGENTS_PER_BATCH = 100
const LISTED_METRICS = ['cpu.percent', 'memory.used', 'disk.used', 'temperature.celsius']

/** Newest sample of a kind of an agent, packed as it came. */
type Newest = { at: number; set: MetricSet; body: string }
type Needs = {
  repo: NumbersRepo
  settings: typeof numbersSettings
  onError(error: unknown): void
}

/**
 * Keeps the newest numbers of each agent in a table, so that a sorted list reads no samples. Remembers one
 * stored sample of each kind and agent, and writes the numbers in batches.
 *
 * A crash loses the numbers of the last seconds; the next report replaces them. A machine that sends no further report
 * keeps older numbers.
 */
export function createNewestNumbers({ repo, settings, onError }: Needs) {
  /** Newest samples of each agent, by their set. */
  let newest = new Map<number, Map<number, Newest>>()
  const listedSets = new WeakMap<MetricSet, boolean>()
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()

  /** True if a set has a metric that lists show. */
  function isListed(set: MetricSet): boolean {
    const known = listedSets.get(set) ?? set.names.some((name) => LISTED_METRICS.includes(name))
    listedSets.set(set, known)
    return known
  }

  function collect(ref: number, { at, packed }: QueuedItem): void {
    if (!packed || !isListed(packed.set)) return
    const samplesBySet = newest.get(ref) ?? new Map<number, Newest>()
    newest.set(ref, samplesBySet)
    if ((samplesBySet.get(packed.set.id)?.at ?? 0) <= at) samplesBySet.set(packed.set.id, { at, ...packed })
  }

  async function write(): Promise<void> {
    const collected = newest
    newest = new Map()
    for await (const agents of inParts(collected, AGENTS_PER_BATCH)) {
      await repo.save(agents.map(([ref, samplesBySet]) => rowOf(ref, [...samplesBySet.values()])))
    }
  }

  function writeSoon(): void {
    timer = undefined
    writing = writing.then(write).catch(onError)
  }

  return {
    /** Collects the numbers of a stored batch. */
    add(batch: Delivery[]): void {
      for (const { sender, items } of batch) {
        for (const item of items) collect(sender.ref, item)
      }
      if (newest.size > 0) timer ??= setTimeout(writeSoon, settings.numbersEveryMs)
    },

    /** Writes the collected numbers. */
    async close(): Promise<void> {
      clearTimeout(timer)
      writeSoon()
      await writing
    },
  }
}

/** Row of an agent. Each number is from the newest sample that has it. */
function rowOf(ref: number, newest: Newest[]): NumbersRow {
  const row: NumbersRow = { ref, at: 0, cpu: null, memory: null, disk: null, temperature: null }
  for (const { at, set, body } of newest.sort((a, b) => a.at - b.at)) {
    const { cpu, memory, disk, temperature } = numbersOf(unpack(set.names, body))
    row.at = at
    row.cpu = cpu ?? row.cpu
    row.memory = memory ?? row.memory
    row.disk = disk ?? row.disk
    row.temperature = temperature ?? row.temperature
  }
  return row
}

const roundToTenth = (value: number | undefined) => (value === undefined ? null : Math.round(value * 10) / 10)

/** The numbers that lists show, of one sample. */
function numbersOf(metrics: Record<string, number>): AgentNumbers {
  return {
    cpu: roundToTenth(percentOf('cpu.percent', metrics)),
    memory: roundToTenth(percentOf('memory.used', metrics)),
    disk: roundToTenth(percentOf('disk.used', metrics)),
    temperature: roundToTenth(metrics['temperature.celsius']),
  }
}
