import type { AgentNumbers } from '@atalaya/contract/agent-numbers'
import { percentOf } from '@atalaya/contract/metrics'
import type { Delivery, QueuedItem } from './items.ts'
import { type MetricSet, unpack } from './metric-sets.ts'
import type { NumbersRepo, NumbersRow } from './numbers.repo.ts'

export const numbersSettings = {
  /** Interval at which the newest numbers of all agents are written together. */
  numbersEveryMs: 30_000,
}

/** Rows of one write, so that new samples wait for a few milliseconds at most. */
const BATCH_SIZE = 500
const LISTED_METRICS = ['cpu.percent', 'memory.used', 'disk.used', 'temperature.celsius']

/** Newest sample of a kind of an agent, packed as it came. */
type Newest = { ref: number; at: number; set: MetricSet; body: string }
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
  let newest = new Map<string, Newest>()
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
    const key = `${ref} ${packed.set.id}`
    if ((newest.get(key)?.at ?? 0) <= at) newest.set(key, { ref, at, ...packed })
  }

  async function write(): Promise<void> {
    const rows = rowsOf([...newest.values()])
    newest = new Map()
    for (let start = 0; start < rows.length; start += BATCH_SIZE) await repo.save(rows.slice(start, start + BATCH_SIZE))
  }

  function writeSoon(): void {
    timer = undefined
    writing = writing.then(write).catch(onError)
  }

  return {
    /** Collects the numbers of a stored batch. */
    note(batch: Delivery[]): void {
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

/** One row for each agent. Each number is from the newest sample that has it. */
function rowsOf(newest: Newest[]): NumbersRow[] {
  const rows = new Map<number, NumbersRow>()
  for (const { ref, at, set, body } of newest.sort((a, b) => a.at - b.at)) {
    const known = rows.get(ref)
    const numbers = numbersOf(unpack(set.names, body))
    rows.set(ref, {
      ref,
      at,
      cpu: numbers.cpu ?? known?.cpu ?? null,
      memory: numbers.memory ?? known?.memory ?? null,
      disk: numbers.disk ?? known?.disk ?? null,
      temperature: numbers.temperature ?? known?.temperature ?? null,
    })
  }
  return [...rows.values()]
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
