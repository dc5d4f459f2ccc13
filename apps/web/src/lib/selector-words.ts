import type { Selector } from '@atalaya/contract/selector'
import { createFinder } from '@atalaya/format/folded'
import { plural } from '#web/lib/plural.ts'

/** Tag of a typed text, without the `#` that is shown before tags. */
export const tagOf = (typed: string) => typed.trim().replace(/^#+/, '').trim()

/** Tags of a typed text, separated by commas. `stored` tags stay as they are: a program can store one with a `#`. */
export const tagsIn = (typed: string, stored: readonly string[] = []) => [
  ...new Set(
    typed
      .split(',')
      .map((part) => (stored.includes(part.trim()) ? part.trim() : tagOf(part)))
      .filter(Boolean),
  ),
]

/** Finds tags by a part of them, also if it is typed with the `#` that is shown before them. */
export function createTagFinder(typed: string): (tag: string) => boolean {
  const isFound = createFinder(tagOf(typed))
  return (tag) => isFound(tag)
}

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
