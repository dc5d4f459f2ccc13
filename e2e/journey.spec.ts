import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { createDatabase, startPostgres } from '../scripts/postgres.ts'
import { expect, test } from './fixtures.ts'
import { startServer } from './server.ts'

/** An agent that is away is shown so within this time (fleet.md 6.4: 55 s at worst, 20 s after a lost connection). */
const AWAY_MS = 45_000

/** Runs a line in a shell of its own, as a person pastes it. */
function paste(line: string, folder: string): ChildProcess {
  return spawn('sh', ['-c', line], { cwd: folder, detached: true, stdio: 'ignore' })
}

/** Kills the shell and all that it started, without a chance to say goodbye. */
async function kill(shell: ChildProcess) {
  const exited = once(shell, 'exit')
  process.kill(-(shell.pid ?? 0), 'SIGKILL')
  await exited
}

async function register(page: Page) {
  await page.goto('/register')
  await page.getByLabel('Name', { exact: true }).fill('Marina')
  await page.getByLabel('Surname').fill('Ortega')
  await page.getByLabel('Username').fill('warden')
  await page.getByLabel('Email').fill('marina@example.org')
  await page.getByLabel('Birthday').fill('1988-02-29')
  await page.getByLabel('Password', { exact: true }).fill('quiet lantern on the hill')
  await page.getByLabel('Repeat password').fill('quiet lantern on the hill')
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(page.getByRole('heading', { name: 'Marina' })).toBeVisible()
}

/** Registers an agent and answers the line that the page shows. */
async function registerAgent(page: Page): Promise<string> {
  await page.goto('/agents')
  await page.getByRole('button', { name: 'Register agent' }).click()
  await page.getByLabel('Name', { exact: true }).fill('attic')
  await page.getByRole('button', { name: 'Register', exact: true }).click()
  return (await page.getByRole('dialog', { name: 'Run attic' }).getByRole('code').textContent()) ?? ''
}

async function makePageWithAgent(page: Page) {
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Create First Page' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Hallway')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Add module' }).first().click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Agent Whether/ })
    .click()
  await page.getByRole('combobox', { name: 'Agent' }).click()
  await page.getByRole('option', { name: /attic/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
}

test.use({ actionTimeout: 15_000 })

type Work = () => Promise<unknown> | undefined

/** Ends what the test has started, the last first, however the test ends. */
const journey = test.extend<{ afterwards: (work: Work) => void }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern.
  afterwards: async ({}, use) => {
    const works: Work[] = []
    await use((work) => works.unshift(work))
    for (const work of works) await work()
  },
})

for (const database of ['SQLite', 'PostgreSQL']) {
  journey(`from an empty ${database} to a live agent on a display`, async ({ browser, afterwards }) => {
    journey.setTimeout(180_000)
    const postgres = database === 'PostgreSQL' ? await startPostgres() : undefined
    afterwards(() => postgres?.stop())
    const server = await startServer(postgres && { DATABASE_URL: await createDatabase(postgres.url) })
    afterwards(server.stop)
    const folder = await mkdtemp(path.join(tmpdir(), 'atalaya-agent-'))
    afterwards(() => rm(folder, { recursive: true, force: true }))

    const context = await browser.newContext({ baseURL: server.url })
    afterwards(() => context.close())
    const page = await context.newPage()

    await register(page)
    await expect(page.getByRole('link', { name: 'Admin panel' })).toBeVisible()

    const line = await registerAgent(page)
    let shell = paste(line, folder)
    afterwards(() => kill(shell))
    await expect(page.getByRole('dialog').getByText(/^Connected/)).toBeVisible({ timeout: 30_000 })
    await page.keyboard.press('Escape')
    await expect(page.getByRole('listitem').filter({ hasText: 'attic' })).toContainText('Online')

    await makePageWithAgent(page)
    await page.goto('/client')
    const widget = page.getByRole('article', { name: 'Agent' })
    await expect(widget).toContainText('attic')
    await expect(widget).toContainText('Online', { ignoreCase: true })
    await expect(widget.getByText(/^\d+ %$/).first()).toBeVisible({ timeout: 30_000 })

    await kill(shell)
    await expect(widget).toContainText('Offline', { ignoreCase: true, timeout: AWAY_MS })
    shell = paste(line, folder)
    await expect(widget).toContainText('Online', { ignoreCase: true, timeout: 30_000 })
  })
}
