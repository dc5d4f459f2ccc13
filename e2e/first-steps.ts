import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, type Page } from '@playwright/test'

/** Runs a line in a separate shell, as if a person had pasted it. */
export function paste(line: string, folder: string): ChildProcess {
  return spawn('sh', ['-c', line], { cwd: folder, detached: true, stdio: 'ignore' })
}

/** Kills the shell and all that it started, so that an agent cannot sign off. */
export async function kill(shell: ChildProcess) {
  const exited = once(shell, 'exit')
  process.kill(-(shell.pid ?? 0), 'SIGKILL')
  await exited
}

export async function register(page: Page) {
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

/** Registers an agent. Returns the line that the page shows. */
export async function registerAgent(page: Page): Promise<string> {
  await page.goto('/agents')
  await page.getByRole('button', { name: 'Register agent' }).click()
  await page.getByLabel('Name', { exact: true }).fill('attic')
  await page.getByRole('button', { name: 'Register', exact: true }).click()
  return (await page.getByRole('dialog', { name: 'Run attic' }).getByRole('code').textContent()) ?? ''
}

export async function seeAgentOnline(page: Page) {
  await expect(page.getByRole('dialog').getByText(/^Connected/)).toBeVisible({ timeout: 30_000 })
  await page.keyboard.press('Escape')
  await expect(
    page.getByRole('list', { name: 'My agents' }).getByRole('listitem').filter({ hasText: 'attic' }),
  ).toContainText('Online')
}

export async function makePageWithAgent(page: Page) {
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Create First Page' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Hallway')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Add module' }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Add Agent', exact: true }).click()
  await page.getByRole('combobox', { name: 'Agent' }).click()
  await page.getByRole('option', { name: /attic/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
}

/** Opens the display. Returns the agent's widget once it shows numbers. */
export async function seeDisplay(page: Page) {
  await page.goto('/client')
  const widget = page.getByRole('article', { name: 'Agent' })
  await expect(widget).toContainText('attic')
  await expect(widget).toContainText('Online', { ignoreCase: true })
  await expect(widget.getByText(/^\d+ %$/).first()).toBeVisible({ timeout: 30_000 })
  return widget
}
