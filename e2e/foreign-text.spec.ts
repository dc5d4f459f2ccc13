import { agents } from '@atalaya/contract/agents'
import { auth } from '@atalaya/contract/auth'
import { dashboard } from '@atalaya/contract/dashboard'
import { apiOf } from '@atalaya/testbed/api'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

/** Each would call `alert` if it is taken for markup, a template or a link. */
const corpus = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '"><svg onload=alert(1)>',
  "'-alert(1)-'",
  'javascript:alert(1)',
  '{{constructor.constructor("alert(1)")()}}',
  '</title><iframe srcdoc="<script>parent.alert(1)</script>">',
]

/** Scripts that the policy has stopped, and those that ran in spite of it. */
function watch(page: Page): string[] {
  const found: string[] = []
  page.on('dialog', async (dialog) => {
    found.push(`${page.url()} opened a dialog`)
    await dialog.dismiss()
  })
  page.on('console', (message) => {
    if (/Content Security Policy/i.test(message.text())) found.push(`${page.url()}: ${message.text()}`)
  })
  return found
}

test('F2 names of people and agents are shown as plain text on every screen', async ({
  page,
  admin,
  signIn,
  server,
  newAccount,
}) => {
  test.slow()
  const call = apiOf(server.url, admin.tokens.accessToken)
  for (const [index, text] of corpus.entries()) {
    const { tokens } = await newAccount({ name: text, surname: text })
    await apiOf(server.url, tokens.accessToken)(auth.editMe, { body: { surname: `${text} ` } })
    await call(agents.register, { body: { name: text, tags: [text.slice(0, 30)] } })
    if (index < 3) await call(dashboard.create, { body: { name: text, description: text } })
  }
  const hostile = await newAccount({ name: corpus[1], surname: corpus[2] })

  const found = watch(page)
  await signIn(admin)
  await page.goto('/admin/users')
  for (const text of corpus) await expect(page.getByRole('cell', { name: text, exact: true }).first()).toBeAttached()
  await page.getByRole('button', { name: `Actions for ${hostile.user.username}` }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await expect(page.getByRole('dialog').getByLabel('Surname')).toHaveValue(corpus[2] ?? '')
  await page.goto('/admin/agents')
  for (const text of corpus) await expect(page.getByRole('cell', { name: text, exact: true }).first()).toBeAttached()
  await page.goto('/admin/audit')
  await expect(page.getByRole('cell', { name: corpus[0], exact: true }).first()).toBeAttached()
  await page.goto('/dashboard')
  await expect(page.getByText(corpus[0] ?? '').first()).toBeAttached()
  await page.goto('/client')
  await expect(page.getByRole('main')).toBeVisible()
  await signIn(hostile)
  await page.goto('/')
  await expect(page.getByText(corpus[1] ?? '').first()).toBeVisible()
  await page.goto('/account')
  await expect(page.getByLabel('Surname')).toHaveValue(corpus[2] ?? '')
  expect(found).toEqual([])
})
