import { expect } from 'vitest'
import type { Verdicts } from '#server/alerts/judge.ts'
import { createVerdictWriter } from '#server/alerts/verdict-writer.ts'
import { transactionsOn } from '#server/compose/repos.ts'
import type { AlertWorld } from './alert-world.ts'

/** The judge's verdict that an agent fires by a stored rule. With `incidentId` it joins an upstream agent's alert. */
export async function firedVerdicts(
  it: AlertWorld,
  ruleId: string,
  agentId: string,
  incidentId: string | null = null,
): Promise<Verdicts> {
  const rule = (await it.repos.alertRules.listJudged()).find(({ id }) => id === ruleId)
  const ref = (await it.repos.agents.refsOf([agentId])).get(agentId) ?? expect.unreachable()
  const [agent] = await it.repos.alertStates.agents([ref])
  const isBehind = incidentId !== null
  const next = { state: 'firing' as const, since: 0, fires: 1, incidentId, isBehind }
  const change = { ruleId, ref, version: 0, next }
  const upstream = isBehind ? { ref: 0, incidentId } : undefined
  return { ruleId, rule, verdicts: [{ change, agent, happened: 'fired', text: '', incidentId, upstream }] }
}

/** Writes verdicts as the judge does; returns the changed incidents. */
export const writeVerdicts = (it: AlertWorld, verdicts: Verdicts): Promise<string[]> =>
  createVerdictWriter({ tx: transactionsOn(it.db, it.now), firstNoticeAfterMs: 0 }).write(verdicts, {
    at: it.now(),
    clock: 0,
  })
