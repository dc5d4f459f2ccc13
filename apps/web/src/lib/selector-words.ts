import type { Selector } from '@atalaya/contract/selector'
import { plural } from '#web/lib/plural.ts'

/** Tags in a typed text, separated by commas. Drops a leading `#`, which is shown before tags but not stored. */
export const tagsIn = (text: string) => [
  ...new Set(
    text
      .split(',')
      .map((tag) => tag.trim().replace(/^#/, ''))
      .filter(Boolean),
  ),
]

/** Tags as they are shown. */
export const namesOf = (tags: readonly string[]) => tags.map((tag) => `#${tag}`).join(', ')

/** Machines of a selector, in words. */
export function selectorText({ agentIds, tags, match, without = [] }: Selector, reach: 'own' | 'fleet'): string {
  const all = reach === 'fleet' ? 'all machines' : 'your machines'
  const which = agentIds
    ? plural(agentIds.length, { one: '# chosen machine', other: '# chosen machines' })
    : tags
      ? `${all} with ${tags.length > 1 ? (match === 'all' ? 'all of ' : 'one of ') : ''}${namesOf(tags)}`
      : all
  return without.length > 0 ? `${which} but those with ${namesOf(without)}` : which
}
