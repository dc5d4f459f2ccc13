import { expect, test } from './fixtures.ts'

test.use({ serviceWorkers: 'allow' })

test('F1 our own pages follow the content security policy', async ({ page, member, signIn }) => {
  const violations: string[] = []
  await page.exposeFunction('reportViolation', (what: string) => violations.push(what))
  await page.addInitScript(`document.addEventListener('securitypolicyviolation', (event) =>
    reportViolation(event.violatedDirective + ' ' + event.blockedURI))`)
  await page.goto('/login')
  await expect(page.getByLabel('Email')).toBeVisible()
  await signIn(member)
  await page.goto('/')
  await expect(page.getByRole('heading', { name: member.user.name })).toBeVisible()
  expect(violations).toEqual([])
})
