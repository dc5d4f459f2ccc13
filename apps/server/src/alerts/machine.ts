const MINUTE_MS = 60_000
/** Maximum calm (time without the fault) that ends an alert, however often it fired before. */
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

/** Next standing; undefined: ok, with no firing to remember. `happened` is a reason for a message. */
export type Step = { next: Standing | undefined; happened?: 'fired' | 'cleared' }

/** Calm in ms that ends an alert; doubles with each recent firing. */
export function calmMs(clearMs: number, fires: number): number {
  if (fires <= 1) return clearMs
  // The bound of the exponent only stops an overflow: `CALM_MAX_MS` is reached far earlier.
  const longer = Math.max(clearMs, CALM_MIN_MS) * 2 ** Math.min(fires - 1, 20)
  return Math.max(clearMs, Math.min(longer, CALM_MAX_MS))
}

type StepInput = { previous: Standing; observation: Observation; delays: RuleDelays; clock: number }

const begin = (fires: number, clock: number, forMs: number): Step =>
  forMs === 0 ? fire(fires, clock) : { next: { state: 'pending', since: clock, fires } }
const fire = (fires: number, clock: number): Step => ({
  next: { state: 'firing', since: clock, fires: fires + 1 },
  happened: 'fired',
})
/** Standing of a recovered agent, which keeps the count of firings for a while. */
const recovered = (fires: number, clock: number): Standing | undefined =>
  fires > 0 ? { state: 'ok', since: clock, fires } : undefined

const fromState: Record<Standing['state'], (input: StepInput) => Step> = {
  ok({ previous, observation, delays: { forMs }, clock }) {
    if (observation === 'bad') return begin(previous.fires, clock, forMs)
    return { next: clock - previous.since >= FORGOTTEN_MS || previous.fires === 0 ? undefined : previous }
  },
  pending({ previous, observation, delays: { forMs }, clock }) {
    if (observation !== 'bad') return { next: recovered(previous.fires, clock) }
    return clock - previous.since >= forMs ? fire(previous.fires, clock) : { next: previous }
  },
  firing({ previous, observation, delays: { clearMs }, clock }) {
    if (observation !== 'good') return { next: previous }
    if (calmMs(clearMs, previous.fires) === 0) return { next: recovered(previous.fires, clock), happened: 'cleared' }
    return { next: { ...previous, state: 'clearing', since: clock } }
  },
  clearing({ previous, observation, delays: { clearMs }, clock }) {
    if (observation !== 'good') return { next: { ...previous, state: 'firing', since: clock } }
    const isOver = clock - previous.since >= calmMs(clearMs, previous.fires)
    return isOver ? { next: recovered(previous.fires, clock), happened: 'cleared' } : { next: previous }
  },
}

/**
 * State machine of one rule and one agent: ok → pending → firing → clearing → ok. Earlier firings delay only the end,
 * never the beginning, so that a flapping alert is reported once.
 */
export function step(
  previous: Standing | undefined,
  observation: Observation,
  delays: RuleDelays,
  clock: number,
): Step {
  const before: Standing = previous ?? { state: 'ok', since: clock, fires: 0 }
  return fromState[before.state]({ previous: before, observation, delays, clock })
}
