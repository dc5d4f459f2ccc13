import type { AlertIncident } from '@atalaya/contract/alert-incidents'

/** A firing alert for tests: the disk of the agent `backup`. */
export const anIncident = (fields: Partial<AlertIncident> = {}): AlertIncident => ({
  _id: 'i1',
  ruleId: 'r1',
  ruleName: 'Disk over 90 %',
  reach: 'fleet',
  severity: 'critical',
  text: 'Disk used is 94 %, above 90 %',
  agent: { _id: 'b', name: 'backup' },
  firing: 1,
  agents: 1,
  behind: 0,
  openedAt: '2026-03-01T12:00:00.000Z',
  endedAt: null,
  endedBecause: null,
  acknowledged: null,
  isSilenced: false,
  ...fields,
})
