import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '#web/components/ui/dropdown-menu.tsx'
import { LateOverlay } from '#web/components/ui/late-overlay.tsx'
import { renderElement } from '#web/testing/render.tsx'

const Opened = ({ button }: { button: React.ComponentProps<'button'> }) => (
  <DropdownMenu defaultOpen>
    <DropdownMenuTrigger {...button} />
    <DropdownMenuContent>
      <DropdownMenuItem>Account</DropdownMenuItem>
      <DropdownMenuItem>Log out</DropdownMenuItem>
    </DropdownMenuContent>
  </DropdownMenu>
)

async function show() {
  const { user } = renderElement(
    <LateOverlay kind="menu" load={async () => Opened} opened={{}}>
      Menu
    </LateOverlay>,
  )
  return { user, button: await screen.findByRole('button', { name: 'Menu' }) }
}

test.each(['{Enter}', ' ', '{ArrowDown}'])('a menu opened by the key "%s" begins at its first item', async (key) => {
  const { user, button } = await show()
  button.focus()
  await user.keyboard(key)
  await screen.findByRole('menu')
  await expect.poll(() => document.activeElement?.textContent).toBe('Account')
})

test('a menu opened by a pointer highlights no item', async () => {
  const { user, button } = await show()
  await user.click(button)
  const menu = await screen.findByRole('menu')
  await expect.poll(() => document.activeElement).toBe(menu)
})
