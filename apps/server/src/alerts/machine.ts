const MINUTE_MS = 60_000
/** Longest calm that an end requires, however often the alert fired before. */
const CALM_MAX_MS = 2 * 60 * MINUTE_MS
/** Minimum calm of an alert that fired again, even if its rule needs none. */
const CALM_MIN_MS = MINUTE_MS
/** Time in ms without firing after which the count of firings is dropped. */
export const FORGOTTEN_MS = 24 * 60 * MINUTE_MS

/**
 * Observation of an agent. `bad`: the condition holds; `good`: the condition of the end holds. `between`: the number
 * lies between both bounds; `unknown`: no usable observation.
 */
export type Observation = 'bad' | 'good' | 'between' | 'unknown'

/** State of a rule for an agent. `since` is in ms of the judge's clock, which counts only time in which it watched. */
export type Standing = { state: 'ok' | 'pending' | 'firing' | 'clearing'; since: number; fires: number }

/** A standing with its incident; `isBehind` if it fires because of an upstream agent. */
export type IncidentStanding = Standing & { incidentId: string | null; isBehind: boolean }

/** Time in ms that the condition must hold, and that its end must hold. */
export type RuleDelays = { forMs: number; clearMs: number }

/** Next standing; undefined means ok for long. `happened` is a reason for a message. */
export type Step = { next: Standing | undefined; happened?: 'fired' | 'cleared' }

/** Calm in ms that ends an alert; doubles with each recent firing. */
export function calmMs(clearMs: number, fires: number): number {
  if (fires <= 1) return clearMs
  const longer = Math.max(clearMs, CALM_MIN_MS) * 2 ** Math.min(fires - 1, 20)
  return Math.max(clearMs, Math.min(longer, CALM_MAX_MS))
}

type StepInput = { stood: Standing; seen: Observation; delays: RuleDelays; clock: number }

const begin = (fires: number, clock: number, forMs: number): Step =>
  forMs === 0 ? fire(fires, clock) : { next: { state: 'pending', since: clock, fires } }
const fire = (fires: number, clock: number): Step => ({
  next: { state: 'firing', since: clock, fires: fires + 1 },
  happened: 'fired',
})
/** Standing of a recovered agent, which keeps the count of firings for a while. */
const well = (fires: number, clock: number): Standing | undefined =>
  fires > 0 ? { state: 'ok', since: clock, fires } : undefined

const fromState: Record<Standing['state'], (given: StepInput) => Step> = {
  ok({ stood, seen, delays: { forMs }, clock }) {
    if (seen === 'bad') return begin(stood.fires, clock, forMs)
    return { next: clock - stood.since >= FORGOTTEN_MS || stood.fires === 0 ? undefined : stood }
  },
  pending({ stood, seen, delays: { forMs }, clock }) {
    if (seen !== 'bad') return { next: well(stood.fires, clock) }
    return clock - stood.since >= forMs ? fire(stood.fires, clock) : { next: stood }
  },
  firing({ stood, seen, delays: { clearMs }, clock }) {
    if (seen !== 'good') return { next: stood }
    if (calmMs(clearMs, stood.fires) === 0) return { next: well(stood.fires, clock), happened: 'cleared' }
    return { next: { ...stood, state: 'clearing', since: clock } }
  },
  clearing({ stood, seen, delays: { clearMs }, clock }) {
    if (seen !== 'good') return { next: { ...stood, state: 'firing', since: clock } }
    const isOver = clock - stood.since >= calmMs(clearMs, stood.fires)
    return isOver ? { next: well(stood.fires, clock), happened: 'cleared' } : { next: stood }
  },
}

/**
 * State machine of one rule and one agent: ok → pending → firing → clearing → ok. Earlier firings delay only the end,
 * never the beginning, so that a flapping alert is reported once.
 */
export function step(stood: Standing | undefined, seen: Observation, delays: RuleDelays, clock: number): Step {
  const before: Standing = stood ?? { state: 'ok', since: clock, fires: 0 }
  return fromState[before.state]({ stood: before, seen, delays, clock })
}
