const MINUTE_MS = 60_000
/** The longest that all must be well, however often it fired before. */
const CALM_MAX_MS = 2 * 60 * MINUTE_MS
/** Who fired again needs some time to be over, even where the rule asks for none. */
const CALM_MIN_MS = MINUTE_MS
/** After so long without firing it is forgotten how often it fired. */
export const FORGOTTEN_MS = 24 * 60 * MINUTE_MS

/**
 * What was seen of an agent: the condition is true; it is not and the end's own condition is; neither (the number stands
 * between both bounds); or nothing that counts.
 */
export type Seen = 'bad' | 'good' | 'between' | 'unknown'

/** How a rule stands for an agent; `since` in ms of the judge's clock, which counts only time in which it watched. */
export type Standing = { state: 'ok' | 'pending' | 'firing' | 'clearing'; since: number; fires: number }

/** A standing with the incident that it is in, and whether it is there because of what its agent lives behind. */
export type Placed = Standing & { incidentId: string | null; isBehind: boolean }

/** For how long in ms the condition must be true, and its end. */
export type Patience = { forMs: number; clearMs: number }

/** Where it stands next; undefined is "ok, and has been for long". `happened` is what somebody may be told. */
export type Step = { next: Standing | undefined; happened?: 'fired' | 'cleared' }

/** How long all must be well before it is over: twice as long each time that it fired of late. */
export function calmMs(clearMs: number, fires: number): number {
  if (fires <= 1) return clearMs
  const longer = Math.max(clearMs, CALM_MIN_MS) * 2 ** Math.min(fires - 1, 20)
  return Math.max(clearMs, Math.min(longer, CALM_MAX_MS))
}

type Given = { stood: Standing; seen: Seen; patience: Patience; clock: number }

const begin = (fires: number, clock: number, forMs: number): Step =>
  forMs === 0 ? fire(fires, clock) : { next: { state: 'pending', since: clock, fires } }
const fire = (fires: number, clock: number): Step => ({
  next: { state: 'firing', since: clock, fires: fires + 1 },
  happened: 'fired',
})
/** How often it fired is remembered for a while. */
const well = (fires: number, clock: number): Standing | undefined =>
  fires > 0 ? { state: 'ok', since: clock, fires } : undefined

const fromState: Record<Standing['state'], (given: Given) => Step> = {
  ok({ stood, seen, patience: { forMs }, clock }) {
    if (seen === 'bad') return begin(stood.fires, clock, forMs)
    return { next: clock - stood.since >= FORGOTTEN_MS || stood.fires === 0 ? undefined : stood }
  },
  pending({ stood, seen, patience: { forMs }, clock }) {
    if (seen !== 'bad') return { next: well(stood.fires, clock) }
    return clock - stood.since >= forMs ? fire(stood.fires, clock) : { next: stood }
  },
  firing({ stood, seen, patience: { clearMs }, clock }) {
    if (seen !== 'good') return { next: stood }
    if (calmMs(clearMs, stood.fires) === 0) return { next: well(stood.fires, clock), happened: 'cleared' }
    return { next: { ...stood, state: 'clearing', since: clock } }
  },
  clearing({ stood, seen, patience: { clearMs }, clock }) {
    if (seen !== 'good') return { next: { ...stood, state: 'firing', since: clock } }
    const isOver = clock - stood.since >= calmMs(clearMs, stood.fires)
    return isOver ? { next: well(stood.fires, clock), happened: 'cleared' } : { next: stood }
  },
}

/**
 * The life of an alert for one rule and one agent: ok → pending → firing → clearing → ok. The beginning is never
 * delayed because it fired before; only the end is, so that what flaps is told once.
 */
export function step(stood: Standing | undefined, seen: Seen, patience: Patience, clock: number): Step {
  const before: Standing = stood ?? { state: 'ok', since: clock, fires: 0 }
  return fromState[before.state]({ stood: before, seen, patience, clock })
}
