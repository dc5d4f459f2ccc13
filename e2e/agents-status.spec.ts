import { agents } from '@atalaya/contract/agents'
import { dashboard } from '@atalaya/contract/dashboard'
import { connectAgent } from '@atalaya/testbed/agent-client'
import { apiOf } from '@atalaya/testbed/api'
import type { Locator } from '@playwright/test'
import { boardsOf } from './boards.ts'
import { expect, test } from './fixtures.ts'

const SIGNS = { degraded: 'warning', offline: 'away' }

/** The sign of a status, and its colour. */
const signAndColour = (scope: Locator, status: keyof typeof SIGNS) =>
  scope
    .locator(`svg[data-sign="${SIGNS[status]}"]`)
    .first()
    .evaluate((sign) => [sign.querySelector('path')?.getAttribute('d'), getComputedStyle(sign).color])

test('a degraded agent looks the same on every screen, and different from an offline one', async ({
  page,
  admin,
  member,
  signIn,
  server,
  expectAccessibleInBothThemes,
}) => {
  const call = apiOf(server.url, member.tokens.accessToken)
  const { agent, token } = await call(agents.register, { body: { name: 'ailing' } })
  const client = await connectAgent(server.url, token)
  client.send({ t: 'state', d: { status: 'degraded', message: 'a fan is broken' } })
  const other = await call(agents.register, { body: { name: 'gone' } })
  const gone = await connectAgent(server.url, other.token)
  gone.send({ t: 'bye', d: { reason: 'shutdown' } })
  const board = await boardsOf(server.url, member.tokens.accessToken).make('Rack')
  const body = {
    meta: { id: 'agent-status' },
    config: { agentId: agent.agentId },
    position: { x: 0, y: 0, w: 2, h: 2 },
  }
  await call(dashboard.install, { params: { id: board._id }, body })

  await signIn(member)
  await page.goto('/agents')
  const card = (name: string) =>
    page.getByRole('list', { name: 'My agents' }).getByRole('listitem').filter({ hasText: name })
  await expect(card('ailing')).toContainText('Degraded')
  await expect(card('gone')).toContainText('Offline')
  const degraded = await signAndColour(card('ailing'), 'degraded')
  const offline = await signAndColour(card('gone'), 'offline')
  expect(degraded[0]).not.toBe(offline[0])
  expect(degraded[1]).not.toBe(offline[1])

  await page.goto('/')
  for (const name of ['Needs attention', 'Your agents']) {
    const region = page.getByRole('region', { name })
    expect([await signAndColour(region, 'degraded'), await signAndColour(region, 'offline')], name).toEqual([
      degraded,
      offline,
    ])
  }
  await expectAccessibleInBothThemes()
  await page.getByRole('region', { name: 'Your agents' }).getByRole('link', { name: 'My agents' }).click()
  await expect(page).toHaveURL('/agents')
  await page.goto(`/agents/${agent.agentId}`)
  expect(await signAndColour(page.getByRole('main'), 'degraded')).toEqual(degraded)
  await page.goto('/client')
  expect(await signAndColour(page.getByRole('main'), 'degraded')).toEqual(degraded)

  await test.step('the administrators’ table shows the same sign, in the red of offline agents', async () => {
    await signIn(admin)
    await page.goto('/admin/agents?query=ailing')
    const [sign, colour] = await signAndColour(page.getByRole('table', { name: 'Agents' }), 'degraded')
    expect([sign, colour]).toEqual([degraded[0], offline[1]])
  })
  client.end()
  gone.end()
})
