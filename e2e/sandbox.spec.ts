import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { dashboard } from '@atalaya/contract/dashboard'
import { apiOf } from '@atalaya/testbed/api'
import { installPackage } from '@atalaya/testbed/install-package'
import type { Page } from '@playwright/test'
import { test as base, expect } from './fixtures.ts'
import { exampleArchive } from './modules.ts'

/** Ports for HTTP, UDP and TCP, and the traffic that has arrived. */
type Canary = { url: string; udp: string; tcp: string; received: string[] }
type Fixtures = {
  /** A server beside ours that must never get any traffic. */
  canary: Canary
  /** Opens a board with the hostile module under one attack, and a harmless module beside it. */
  attack: (name: string, config?: Record<string, string>) => Promise<void>
}

const test = base.extend<Fixtures, { hostile: true }>({
  hostile: [
    async ({ server, founder }, use) => {
      await installPackage(server.url, founder.tokens.accessToken, exampleArchive('hostile'))
      await use(true)
    },
    { scope: 'worker' },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern.
  canary: async ({}, use) => {
    const received: string[] = []
    const server = createServer((request, response) => {
      received.push(request.url ?? '')
      response.end()
    })
    server.on('connection', () => received.push('connection'))
    // The first packet to a STUN or TURN server is enough, and the first connection.
    const udp = createSocket('udp4', () => received.push('udp'))
    const tcp = createTcpServer((socket) => {
      received.push('tcp')
      socket.on('error', () => {}).destroy()
    })
    for (const endpoint of [server, tcp]) endpoint.listen(0, '127.0.0.1')
    udp.bind(0, '127.0.0.1')
    await Promise.all([server, tcp, udp].map((endpoint) => once(endpoint, 'listening')))
    const addressOf = (endpoint: typeof server | typeof tcp | typeof udp) =>
      `127.0.0.1:${(endpoint.address() as AddressInfo).port}`
    await use({ url: `http://${addressOf(server)}`, udp: addressOf(udp), tcp: addressOf(tcp), received })
    server.closeAllConnections()
    for (const endpoint of [server, tcp, udp]) endpoint.close()
  },
  attack: async ({ page, server, hostile, member, signIn, canary }, use) => {
    expect(hostile).toBe(true)
    await use(async (attack, config = {}) => {
      const call = apiOf(server.url, member.tokens.accessToken)
      const { page: board } = await call(dashboard.create, { body: { name: 'Hallway' } })
      const params = { id: board._id }
      await call(dashboard.install, { params, body: { meta: { id: 'agent-status' }, config: {} } })
      await call(dashboard.install, {
        params,
        body: {
          meta: { id: 'hostile' },
          config: { attack, canary: canary.url, udp: canary.udp, tcp: canary.tcp, ...config },
        },
      })
      await signIn(member)
      await page.goto('/dashboard')
    })
  },
})

// Removes the fixtures' extra header, which would make requests for the frame's files need a preflight. Traces take a
// picture of every frame, and would wait for the one with the endless loop.
test.use({ extraHTTPHeaders: {}, trace: 'off' })
test.setTimeout(150_000)

const tile = (page: Page) => page.getByRole('article', { name: 'Hostile' })
const insideOf = (page: Page) => page.frameLocator('article[aria-label="Hostile"] iframe')

/** Expects that the rest of the page reacts, and that its other widget is as it was. */
async function expectPageWorks(page: Page) {
  await expect(page).toHaveURL(/\/dashboard/)
  await expect(page.getByText("Choose an agent in this module's settings.")).toBeVisible()
  await page.getByRole('button', { name: 'Move or resize Agent…' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
}

test('G1 G2 a hostile module reads no data and sends no request', async ({ page, attack, canary, context }) => {
  await attack('probe')
  const frame = tile(page).locator('iframe')
  await expect(frame).toHaveAttribute('sandbox', 'allow-scripts')
  const inside = insideOf(page)
  await expect(inside.locator('[data-attempt="done"]')).toBeAttached({ timeout: 15_000 })
  const outcomes = await inside
    .locator('[data-attempt]')
    .evaluateAll((lines) => lines.map((line) => `${(line as HTMLElement).dataset.attempt}: ${line.textContent}`))
  expect(outcomes.filter((line) => line.includes('GOT'))).toEqual([])
  expect(outcomes).toHaveLength(22)
  expect(canary.received).toEqual([])
  expect(context.pages()).toHaveLength(1)
  await expectPageWorks(page)
})

/** Serves the module without the header `Connection-Allowlist`, which older browsers ignore. */
async function removeAllowlist(page: Page) {
  await page.route('**/modules/hostile/**', async (route) => {
    const response = await route.fetch()
    const { 'connection-allowlist': _, ...headers } = response.headers()
    await route.fulfill({ response, headers })
  })
}

test('no request leaves a module by any of 49 ways', async ({ page, attack, canary, context }) => {
  await attack('ways-out')
  const inside = insideOf(page)
  await expect(inside.locator('[data-attempt="done"]')).toBeAttached({ timeout: 60_000 })
  // One line for each way, and the one that reports the end.
  await expect(inside.locator('[data-attempt]')).toHaveCount(49 + 1)
  expect(canary.received).toEqual([])
  expect(context.pages()).toHaveLength(1)
  await expectPageWorks(page)
})

test('without the allowlist the test above detects WebRTC and preconnections', async ({ page, attack, canary }) => {
  await removeAllowlist(page)
  await attack('ways-out')
  await expect.poll(() => new Set(canary.received), { timeout: 60_000 }).toEqual(new Set(['udp', 'tcp', 'connection']))
})

for (const way of ['document', 'credentialless']) {
  test(`a document nested in a module has no WebRTC: ${way}`, async ({ page, attack, canary }) => {
    // Chromium 156 ends the frame's process if it tries, and Playwright takes that for the end of the page.
    const ended = page.waitForEvent('crash', { timeout: 100_000 })
    await attack('nested', { way })
    await Promise.race([
      ended,
      expect(insideOf(page).locator('[data-attempt="done"]')).toBeAttached({ timeout: 60_000 }),
    ])
    expect(canary.received).toEqual([])
  })

  test(`without the allowlist the test above detects WebRTC: ${way}`, async ({ page, attack, canary }) => {
    await removeAllowlist(page)
    await attack('nested', { way })
    await expect.poll(() => new Set(canary.received), { timeout: 60_000 }).toEqual(new Set(['udp', 'tcp']))
  })
}

const MISBEHAVIOURS = [
  ['flood', 'This module says too much and was stopped.'],
  ['window-flood', 'This module says too much and was stopped.'],
  ['large', 'This module sent too large a message.'],
] as const

async function expectStopped(page: Page, message: string) {
  await expect(tile(page).getByRole('alert')).toContainText(message, { timeout: 40_000 })
  await expect(tile(page).locator('iframe')).toHaveCount(0)
  await expect(tile(page).getByRole('button', { name: 'Try Again' })).toBeVisible()
  await expectPageWorks(page)
}

for (const [name, message] of MISBEHAVIOURS) {
  test(`G3 a module is stopped for misbehaviour: ${name}`, async ({ page, attack }) => {
    await attack(name)
    await expectStopped(page, message)
  })
}

test('G4 a module in an endless loop does not block the page, and is stopped', async ({ page, attack }) => {
  await attack('loop')
  await expect(tile(page).locator('iframe')).toBeVisible()
  await expectPageWorks(page)
  await expectStopped(page, 'This module does not answer and was stopped.')
})

/** Messages from other windows at the page's window, and the number of reads of their data. */
type Messages = { arrived: number; read: number }

async function watchMessages(page: Page): Promise<() => Promise<Messages>> {
  await page.addInitScript(() => {
    const messages = { arrived: 0, read: 0 }
    const data = Object.getOwnPropertyDescriptor(MessageEvent.prototype, 'data') as { get: () => unknown }
    Object.defineProperty(MessageEvent.prototype, 'data', {
      get(this: MessageEvent) {
        if (this.currentTarget === window && this.source !== window) messages.read += 1
        return data.get.call(this)
      },
    })
    const count = ({ source }: MessageEvent) => {
      if (source !== window) messages.arrived += 1
    }
    window.addEventListener('message', count, true)
    Object.assign(window, { messages })
  })
  return () => page.evaluate(() => (window as unknown as { messages: Messages }).messages)
}

test('a message that a module sends outside of its port is not deserialised', async ({ page, attack }) => {
  const messages = await watchMessages(page)
  await attack('window-heavy')
  // The frame's greeting is read, and no message after it.
  await expect.poll(messages).toEqual({ arrived: 21, read: 1 })
  await expectPageWorks(page)
})

for (const way of ['location', 'refresh', 'open', 'download']) {
  test(`a module can not navigate away from its page: ${way}`, async ({ page, attack, canary }) => {
    await attack('leave', { way })
    await expect(tile(page).getByRole('alert')).toContainText(/left its own page|does not answer/, { timeout: 40_000 })
    expect(canary.received).toEqual([])
    await expectPageWorks(page)
  })
}

test('G3 a module reads only the agents chosen in its form', async ({ page, attack }) => {
  // This attack reads the agent whose id is in the setting `canary`.
  await attack('other-agent', { canary: 'somebody-elses' })
  const inside = insideOf(page)
  await expect(inside.locator('[data-attempt="agent somebody-elses"]')).toHaveText('missing')
})
