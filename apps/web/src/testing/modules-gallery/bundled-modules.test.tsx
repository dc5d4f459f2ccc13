import type { PreviewFixture } from '@atalaya/contract/module-fixture'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fixtureOf } from '#web/components/widget/fixture-widget-api.ts'
import { Widget } from '#web/components/widget/widget.tsx'
import { createQueryClient } from '#web/lib/calls/query-client.ts'
import { bundledFixtures, type GalleryModule } from '#web/testing/modules-gallery/bundled-fixtures.ts'

const idOf = (path: string) => path.split('/').at(-2) ?? ''
const folders = Object.keys(import.meta.glob('../../../../../modules/*/package.json')).map(idOf)
const pictures = Object.keys(import.meta.glob('../../../../../modules/*/preview.webp')).map(idOf)
const darkPictures = Object.keys(import.meta.glob('../../../../../modules/*/preview-dark.webp')).map(idOf)
const fixtures = bundledFixtures()
const client = createQueryClient()

// Noon: Spark sleeps at night, in any weather.
beforeEach(() => vi.useFakeTimers({ now: new Date(2026, 10, 21, 12), toFake: ['Date'] }))
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})
const TIMEOUT_OPTIONS = { timeout: 10_000, interval: 5 }

type State = PreviewFixture['shows']

/** Text of a module in a state at a size. */
async function textOf({ meta, fixture }: GalleryModule, state: State, w: number, h: number): Promise<string> {
  const module = { _id: `${meta.id}-${state}`, meta, config: fixture.config, position: { x: 0, y: 0, w, h } }
  const { container, queryByRole } = render(
    <QueryClientProvider client={client}>
      <Widget module={module} fixture={fixtureOf({ ...fixture, shows: state })} />
    </QueryClientProvider>,
  )
  // The module's code is loaded first, without any text; stored data are read after that.
  const isStored = state !== 'loading' && (fixture.storage ?? fixture.photos) !== undefined
  const isDrawn = () =>
    expect(['', isStored ? 'Loading...' : ''], `${meta.id} ${state} ${w} by ${h}`).not.toContain(
      container.textContent.trim(),
    )
  await vi.waitFor(isDrawn, TIMEOUT_OPTIONS)
  expect(queryByRole('alert')).toBeNull()
  const text = container.textContent
  cleanup()
  return text
}

test('every module has a manifest with its name, sample data and a picture', () => {
  expect(fixtures.map(({ meta }) => meta.id).sort()).toEqual(folders.toSorted())
  expect(pictures.toSorted()).toEqual(folders.toSorted())
  expect(darkPictures.toSorted()).toEqual(folders.toSorted())
  for (const { meta, fixture, states } of fixtures) {
    expect([meta.id, meta.preview, meta.previewDark]).toEqual([meta.id, 'preview.webp', 'preview-dark.webp'])
    // A module without data shows the values of its form.
    if (states.length === 1) expect([meta.id, fixture.config]).not.toEqual([meta.id, {}])
  }
})

test.each(fixtures.map((bundled) => [bundled.meta.id, bundled] as const))(
  '%s renders every state in every allowed size',
  async (_id, bundled) => {
    const faults = vi.spyOn(console, 'error')
    const { width, height } = bundled.meta.size
    expect(bundled.sizes).toContainEqual({ w: width, h: height })
    for (const { w, h } of bundled.sizes) await textOf(bundled, 'full', w, h)
    const full = await textOf(bundled, 'full', width, height)
    if (bundled.states.length === 1) {
      for (const state of ['loading', 'failed', 'stale', 'away'] as const)
        expect(await textOf(bundled, state, width, height), state).toBe(full)
      expect(faults).not.toHaveBeenCalled()
      return
    }
    for (const state of ['loading', 'failed'] as const)
      expect(await textOf(bundled, state, width, height), state).not.toBe(full)
    // A fleet is as current as the connection; data and agents show their own age.
    if (bundled.fixture.data !== undefined || bundled.fixture.agent)
      expect(await textOf(bundled, 'stale', width, height)).not.toBe(full)
    // A companion has hours of its own.
    const away = await textOf(bundled, 'away', width, height)
    if (bundled.meta.id !== 'spark') expect(away).toMatch(/1 h|as of/)
    expect(away).not.toMatch(/\bonline\b|All is well/)
    if ((bundled.fixture.emptyData ?? bundled.fixture.storage ?? bundled.fixture.photos) !== undefined)
      expect(await textOf(bundled, 'empty', width, height)).not.toBe(full)
    expect(faults).not.toHaveBeenCalled()
  },
)
