import { alerts } from '@atalaya/contract/alert-incidents'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { AgentAlerts } from '#web/features/alerts/agent-alerts.tsx'
import { marksOfAlerts } from '#web/features/alerts/incident-words.ts'
import { anIncident } from '#web/testing/alerts.ts'
import { renderElement, startSession } from '#web/testing/render.tsx'
import { answerCall } from '#web/testing/server.ts'

const ofOneAgent = anIncident()
const ofThreeAgents = anIncident({ _id: 'i2', firing: 3, agents: 3 })

test("on an agent's page an alert of several agents does not show another agent's number", async () => {
  startSession()
  const pagination = { total: 2, current: 1, pages: 1, pageSize: 10 }
  answerCall(alerts.list, () => ({ incidents: [ofOneAgent, ofThreeAgents], pagination }))
  renderElement(<AgentAlerts agentId="a" title="nas" />)
  expect(await screen.findByRole('link', { name: 'Disk used is 94 %, above 90 %' })).toHaveAttribute(
    'href',
    '/alerts/i1',
  )
  expect(screen.getByRole('link', { name: 'Disk over 90 %' })).toHaveAttribute('href', '/alerts/i2')
  expect(screen.getByText(/^with 2 more/)).toBeVisible()
  expect(marksOfAlerts([ofOneAgent, ofThreeAgents]).map(({ text }) => text)).toEqual([
    'Alert: Disk used is 94 %, above 90 %',
    'Alert: Disk over 90 %',
  ])
})
