import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { defineModule } from './define-module.ts'
import { useConfig } from './hooks.ts'
import { mount } from './mount.tsx'
import { FRAME_PROPS, page } from './testing/page.ts'

let hostPage: ReturnType<typeof page>
beforeEach(() => {
  hostPage = page()
})
afterEach(() => {
  hostPage.close()
  document.body.replaceChildren()
})

/** Runs a module in this window, as a frame does. */
async function run(Widget: () => string) {
  const mounted = mount(defineModule({ Widget }))
  hostPage.giveThePort()
  hostPage.send({ type: 'start', ...FRAME_PROPS })
  await mounted
}

test('the widget is drawn once the page has sent its configuration', async () => {
  await run(() => `The weather in ${useConfig().city}`)
  await expect.poll(() => document.body.textContent).toBe('The weather in Ulm')
})

test('a widget that can not be drawn is reported to the page', async () => {
  await run(() => {
    throw new Error('No such city')
  })
  const failed = { type: 'failed', message: expect.stringContaining('No such city') }
  await expect.poll(() => hostPage.received).toContainEqual(failed)
})

test('a failure before the widget is drawn is reported to the page', async () => {
  const append = vi.spyOn(document.body, 'appendChild').mockImplementation(() => {
    throw new Error('No room')
  })
  await run(() => 'The weather')
  append.mockRestore()
  await expect
    .poll(() => hostPage.received)
    .toContainEqual({ type: 'failed', message: expect.stringContaining('No room') })
})
