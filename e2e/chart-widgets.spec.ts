import { agents } from '@atalaya/contract/agents'
import { dashboard } from '@atalaya/contract/dashboard'
import { connectAgent } from '@atalaya/testbed/agent-client'
import { apiOf } from '@atalaya/testbed/api'
import type { Page } from '@playwright/test'
import { centre, touchOf } from './boards.ts'
import { expect, test } from './fixtures.ts'

/** Makes two pages. The first shows an agent that measured for ten minutes: two charts, and its state. */
async function makePages(url: string, accessToken: string): Promise<void> {
  const call = apiOf(url, accessToken)
  const { agent, token } = await call(agents.register, { body: { name: 'nas' } })
  const client = await connectAgent(url, token)
  const start = Date.now() - 600_000
  const d = Array.from({ length: 60 }, (_, n) => ({
    seq: n + 1,
    dataType: 'system',
    at: new Date(start + n * 10_000).toISOString(),
    // Constant values: how samples fall into steps depends on the minute.
    metrics: { 'cpu.percent': 60, 'memory.used': 50, 'memory.total': 100 },
  }))
  client.send({ t: 'data', d })
  await client.next('data.ack')
  for (const name of ['Hall', 'Attic']) {
    const { page } = await call(dashboard.create, { body: { name } })
    if (name === 'Attic') continue
    const params = { id: page._id }
    const config = { agentId: agent.agentId, metric: 'cpu.percent', range: '15 minutes' }
    const chart = { meta: { id: 'agent-chart' }, config, position: { x: 0, y: 0, w: 2, h: 2 } }
    await call(dashboard.install, { params, body: chart })
    await call(dashboard.install, { params, body: { ...chart, position: { x: 2, y: 0, w: 2, h: 1 } } })
    const state = { meta: { id: 'agent-status' }, config, position: { x: 2, y: 1, w: 1, h: 2 } }
    await call(dashboard.install, { params, body: state })
  }
}

const chartsOn = (page: Page) => ({
  chart: page.getByRole('slider', { name: 'nas, CPU over time' }).first(),
  state: page.getByRole('slider', { name: 'CPU and memory over time' }),
})

test('a widget with a chart shows times by the arrow keys, without turning its page @sizes', async ({
  page,
  member,
  signIn,
  server,
  expectAccessible,
}) => {
  await makePages(server.url, member.tokens.accessToken)
  await signIn(member)
  await page.goto('/client')
  const { chart, state } = chartsOn(page)
  await expect(chart).toHaveAttribute('aria-valuetext', 'Newest: 60 %')
  await chart.focus()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await expect(chart).toHaveAttribute('aria-valuetext', /^\d\d:\d\d.*: 60 %$/)
  await page.keyboard.press('Home')
  await expect(chart).toHaveAttribute('aria-valuetext', /no data: –$/)
  await expectAccessible()
  await state.focus()
  await expect(chart).toHaveAttribute('aria-valuetext', 'Newest: 60 %')
  await page.keyboard.press('ArrowLeft')
  await expect(state).toHaveAttribute('aria-valuetext', /^\d\d:\d\d:\d\d.*: CPU 60 %, memory 50 %$/)
  // Outside of a chart the arrows turn the pages; in it they do not.
  await page.keyboard.press('ArrowRight')
  await expect(state).toHaveAttribute('aria-valuenow', (await state.getAttribute('aria-valuemax')) ?? '')
  await expect(page.getByRole('listitem', { name: 'Hall' })).toBeInViewport({ ratio: 0.9 })
  await state.blur()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('listitem', { name: 'Attic' })).toBeInViewport({ ratio: 0.9 })
})

test('a widget with a chart shows the time of a tapped point, also after the finger is lifted @touch', async ({
  page,
  member,
  signIn,
  server,
}) => {
  await makePages(server.url, member.tokens.accessToken)
  await signIn(member)
  await page.goto('/client')
  const { chart, state } = chartsOn(page)
  await expect(chart).toHaveAttribute('aria-valuetext', 'Newest: 60 %')
  const finger = await touchOf(page)
  for (const [slider, text] of [
    [state, /^\d\d:\d\d:\d\d.*: CPU 60 %, memory 50 %$/],
    [chart, /^\d\d:\d\d.*: 60 %$/],
  ] as const) {
    const { x, y } = await centre(slider)
    await finger('touchStart', { x: x + 20, y })
    await finger('touchEnd')
    await expect(slider).toHaveAttribute('aria-valuetext', text)
    await expect(slider).not.toHaveAttribute('aria-valuetext', /Newest/)
  }
  await expect(state).toHaveAttribute('aria-valuetext', /Newest/)
})
