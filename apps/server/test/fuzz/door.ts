import fc from 'fast-check'
import { expect, inject, onTestFinished, test } from 'vitest'
import { reportFault } from '#test/support/fault-report.ts'
import { attacks } from './corpus.ts'
import { BLOCKED_MAX_MS, inputOf, measureGrowth, type Pump } from './growth.ts'
import '#test/support/provided.ts'

/** Inputs of each door in the long form (`npm run test:fuzz`) and in the short form, which is always the same. */
const LONG = { inputs: 5000, runs: 1000, bytes: Number.POSITIVE_INFINITY }
const SHORT = { inputs: 200, runs: 30, bytes: 64 * 1024 }
const LONG_TIMEOUT_MS = 3_600_000
const SHORT_TIMEOUT_MS = 120_000

/** A door is a place where the product reads bytes from outside. */
export type DoorFuzz = {
  /** Good inputs, and those that once did harm. */
  seeds: readonly (string | Buffer)[]
  /** Maximum size of one input; the door refuses larger ones. */
  maxBytes: number
  /** Reads an input as the product does. Returns the fault that it found, or null. */
  read: (input: Buffer) => string | null | Promise<string | null>
  /** Inputs besides those that are made of the seeds. */
  moreInputs?: fc.Arbitrary<Buffer>
  /** Number of inputs in the short form, if one takes long. */
  shortInputs?: number
  /** Number of inputs that are read at a time, if one takes long; 1 if absent. */
  concurrency?: number
  /** Measured function, if `read` does more than the door's own reading. */
  work?: (input: Buffer) => unknown
  /** Texts that grow and once did harm: the text before, the repeated unit, the text after. */
  known?: readonly Pump[]
  /** True if the product reads it in a separate process or thread, so that it cannot block the event loop. */
  isIsolated?: true
}

const GROWTH = 'four times the input, at most eight times the work'
const expectedOf = ({ isIsolated }: DoorFuzz) =>
  `Read or refused as the door says; ${isIsolated ? 'in a process or thread of its own' : `${BLOCKED_MAX_MS} ms at most`}; ${GROWTH}`

const inputText = (input: Buffer) =>
  `${input.length} bytes: ${JSON.stringify(input.toString('utf8', 0, 600))}\n${input.toString('base64', 0, 600)}`

/**
 * Attacks one door: every input must be read or refused as the door promises. The long form also measures. The largest
 * input may block the event loop for a moment only. Four times the input may be at most eight times the work.
 */
export function fuzzDoor(name: string, door: DoorFuzz): void {
  const { seeds: seedTexts, maxBytes, read, moreInputs, concurrency = 1, work = read, known = [] } = door
  const { requests, seed } = inject('fuzz')
  const isLong = requests > 0
  const { inputs: usualInputs, runs, bytes } = isLong ? LONG : SHORT
  const inputs = isLong ? usualInputs : (door.shortInputs ?? usualInputs)
  const blockedMaxMs = door.isIsolated ? Number.POSITIVE_INFINITY : BLOCKED_MAX_MS
  const seeds = seedTexts.map((text) => Buffer.from(text as string))
  const attacksOfSeeds = attacks(seeds, Math.min(maxBytes, bytes))
  const anyInput = moreInputs ? fc.oneof(attacksOfSeeds, moreInputs) : attacksOfSeeds
  const timeout = isLong ? LONG_TIMEOUT_MS : SHORT_TIMEOUT_MS

  test(`the door of ${name} withstands ${inputs} inputs`, { timeout }, async (context) => {
    const checkInput = async (input: Buffer) => {
      const complaint = await Promise.resolve(input)
        .then(read)
        .catch((error: Error) => `threw ${error.stack}`)
      if (complaint !== null) throw new Error(`${complaint}\n${inputText(input)}`)
    }
    const warnings: string[] = []
    const onWarning = (warning: Error) => warnings.push(warning.message)
    process.on('warning', onWarning)
    onTestFinished(() => void process.off('warning', onWarning))
    for (const seed of seeds) await checkInput(seed)
    const batches = fc.array(anyInput, { minLength: concurrency, maxLength: concurrency })
    const property = fc.asyncProperty(batches, async (batch) => void (await Promise.all(batch.map(checkInput))))
    const { failed, errorInstance } = await fc.check(property, { seed, numRuns: Math.ceil(inputs / concurrency) })
    expect(failed, `seed ${seed}: ${errorInstance}`).toBe(false)

    // Time is measured in the long form alone. Texts that once did harm must come to an end in both.
    const growth = isLong ? await measureGrowth({ work, maxBytes, blockedMaxMs }, { seeds, known, runs, seed }) : null
    if (!isLong) for (const pump of known) await work(inputOf(pump, maxBytes))
    // An invalid time: an hourly timer would run a thousand times a second.
    expect(warnings, `seed ${seed}`).toEqual([])
    reportFault(
      context,
      {
        fault: name,
        expected: expectedOf(door),
        measured: `${inputs.toLocaleString('en')} inputs; ${maxBytes.toLocaleString('en')} bytes took ${growth?.toFixed(1)} ms at most`,
      },
      'Doors',
    )
  })
}
