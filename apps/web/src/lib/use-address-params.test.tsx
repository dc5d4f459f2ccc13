import { screen } from '@testing-library/react'
import { useEffect } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useAddressParams } from '#web/lib/use-address-params.ts'
import { renderApp } from '#web/testing/render.tsx'

// React renders as in a browser: outside of `act` a transition waits for its turn.
const setActing = (isActing: boolean) => Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: isActing })
beforeEach(() => setActing(false))
afterEach(() => setActing(true))

const withParam = (key: string, value: string) => (before: URLSearchParams) => {
  const next = new URLSearchParams(before)
  next.set(key, value)
  return next
}

type Change = ReturnType<typeof useAddressParams>[1]

/** Shows the parameters. Goes from page 9 to page 1 by itself. */
function Parameters({ onReady }: { onReady: (change: Change) => void }) {
  const [params, change] = useAddressParams()
  useEffect(() => onReady(change), [change, onReady])
  useEffect(() => {
    if (params.get('page') === '9') change(withParam('page', '1'))
  }, [params, change])
  return <output>{params.toString()}</output>
}

async function showParameters() {
  const onReady = vi.fn<(change: Change) => void>()
  renderApp({ path: '/?tag=attic', routes: [{ path: '*', element: <Parameters onReady={onReady} /> }] })
  const output = await screen.findByRole('status')
  const [change] = onReady.mock.lastCall ?? expect.unreachable('The parameters are shown')
  return { output, change }
}

test('a changed address has rendered before any later press or timer', async () => {
  const { output, change } = await showParameters()
  change(withParam('query', 'rack'))
  await Promise.resolve()
  expect(output).toHaveTextContent('tag=attic&query=rack')
})

test('changes in one event build on each other', async () => {
  const { output, change } = await showParameters()
  change(withParam('query', 'rack'))
  change(withParam('sort', 'disk'))
  await Promise.resolve()
  expect(output).toHaveTextContent('tag=attic&query=rack&sort=disk')
})

test('an effect can change the address', async () => {
  const errors = vi.spyOn(console, 'error')
  const { output, change } = await showParameters()
  change(withParam('page', '9'))
  await expect.poll(() => output.textContent).toBe('tag=attic&page=1')
  expect(errors).not.toHaveBeenCalled()
})
