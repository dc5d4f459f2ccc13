import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { prefetchOnIntent } from '#web/app/intent.ts'

function setUp() {
  const loader = vi.fn(() => null)
  const lazy = vi.fn(async () => ({ loader }))
  const stop = prefetchOnIntent([{ path: 'agents/:id', lazy }])
  render(
    <>
      <a href="/agents/7">
        <b>North</b>
      </a>
      <a href="/elsewhere">Elsewhere</a>
      <a href="https://other.example/agents/7">Outside</a>
    </>,
  )
  return { loader, lazy, stop }
}

test.each([
  ['pointing at it', fireEvent.pointerOver],
  ['reaching it by keyboard', fireEvent.focusIn],
])('a link is prefetched by %s, once, with its parameters', async (_how, intend) => {
  const { loader, lazy, stop } = setUp()
  intend(screen.getByText('North'))
  intend(screen.getByText('North'))
  await expect.poll(() => loader).toHaveBeenCalledOnce()
  expect(loader).toHaveBeenCalledWith(expect.objectContaining({ params: { id: '7' } }))
  expect(lazy).toHaveBeenCalledOnce()
  stop()
})

test('links to other sites or unknown screens prefetch nothing', () => {
  const { lazy, stop } = setUp()
  fireEvent.pointerOver(screen.getByText('Outside'))
  fireEvent.pointerOver(screen.getByText('Elsewhere'))
  expect(lazy).not.toHaveBeenCalled()
  stop()
})
