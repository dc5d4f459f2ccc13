import { boardsOf } from '../boards.ts'
import { expect, walk } from './walk.ts'

walk('the display greets by the hour, and shows new pages at once', async ({ page, member, signIn, server }) => {
  await signIn(member)
  for (const [hour, greeting] of [
    ['08', 'Good morning'],
    ['19', 'Good afternoon'],
    ['06', 'Good night'],
  ] as const) {
    await page.clock.setFixedTime(new Date(`2026-11-21T${hour}:30:00+01:00`))
    await page.goto('/client')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${greeting}, ${member.user.username}`)
  }
  await expect(page.getByText('Visit the website to configure your dashboards.')).toBeVisible()
  // Made on another device, shown without a reload.
  const boards = boardsOf(server.url, member.tokens.accessToken)
  const board = await boards.make('Hall')
  await expect(page.getByText('This dashboard has no modules.')).toBeVisible()
  await boards.put(board, [0, 0, 2, 2], 'A')
  await expect(page.getByRole('article', { name: 'Agent' })).toBeVisible()
  await boards.remove(board)
  await expect(page.getByText('Visit the website to configure your dashboards.')).toBeVisible()
  await page.getByRole('button', { name: /Display menu$/ }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['Reload Page', 'Toggle Fullscreen'])
})
