import { agents } from '@atalaya/contract/agents'
import { expect, onTestFinished, test, vi } from 'vitest'
import { transactionsOn } from '#server/compose/repos.ts'
import { createTestApp } from '#test/support/test-app.ts'

const AGENTS = 1000
const TAGS_EACH = 10
const SHOWN_MAX = 500

test('ten thousand tags are answered with few comparisons in the order of people’s alphabet', async () => {
  const it = await createTestApp()
  onTestFinished(it.close)
  const { user, tokens } = await it.signUp('ada')
  const tagsOf = (n: number) => Array.from({ length: TAGS_EACH }, (_, m) => `tag-${n * TAGS_EACH + m}`)
  await it.withDatabase((db) =>
    transactionsOn(db)(async (repos) => {
      for (let n = 0; n < AGENTS; n++) {
        const tags = n === 0 ? ['Zebra', 'émile', 'emil', 'abc'] : tagsOf(n)
        await repos.agents.insert({ id: `a${n}`, ownerId: user._id, name: null, tags, tokenHash: `${n}`, now: 0 })
      }
    }),
  )
  const comparing = vi.spyOn(String.prototype, 'localeCompare')
  onTestFinished(() => comparing.mockRestore())
  const { tags } = (await it.call(agents.tags, {}, tokens.accessToken)).body.data
  // Only the 500 tags that are shown are sorted by `localeCompare`: about 500 · log2(500) = 4,500 comparisons.
  expect(comparing.mock.calls.length).toBeLessThan(SHOWN_MAX * 10)
  expect(tags).toHaveLength(SHOWN_MAX)
  expect(tags.slice(0, 3)).toEqual(['abc', 'emil', 'tag-10'])
  expect(tags.at(-1)).toBe('Zebra')
})
