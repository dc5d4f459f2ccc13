import type { AgentSort } from '@atalaya/contract/agent-listing'
import {
  directionOf,
  filterChange,
  type Listing,
  type ListingChange,
  type RepeatableName,
  SORTS,
} from '#web/features/agents/list/listing.ts'
import { statusLabel } from '#web/features/agents/status.ts'

/** Frequent sort orders, each with a button of its own. */
export const SORT_SHORTCUTS: [label: string, AgentSort][] = [
  ['Fullest disk', 'disk'],
  ['Most memory used', 'memory'],
  ['Busiest CPU', 'cpu'],
  ['Warmest', 'temperature'],
]

type Chip = [name: string, text: string, removal: ListingChange]

/** Active filters of a list as chips, each with the change that removes it. */
export function chipsOf(listing: Listing, nameOf: (ownerId: string) => string): Chip[] {
  const { status, sort, critical, outdated } = listing
  const chips: Chip[] = []
  if (status) chips.push(['Status', status.split(',').map(statusLabel).join(', '), { status: undefined }])
  if (critical) chips.push(['Numbers', 'over a bound', { critical: undefined }])
  if (outdated) chips.push(['Agent', 'outdated', { outdated: undefined }])
  const addChips = (name: RepeatableName, title: string, textOf: (value: string) => string) => {
    for (const value of listing[name] ?? [])
      chips.push([title, textOf(value), filterChange(listing, { name, value, isOn: false })])
  }
  addChips('tag', 'Tag', (tag) => tag)
  addChips('ownerId', 'Owner', nameOf)
  addChips('system', 'System', (system) => system || 'unknown')
  addChips('version', 'Version', (version) => version || 'unknown')
  const isShortcut = SORT_SHORTCUTS.some(([, shortcutSort]) => shortcutSort === sort) && directionOf(listing) === 'desc'
  if (sort && !isShortcut) {
    const direction = directionOf(listing) === 'asc' ? 'ascending' : 'descending'
    chips.push(['Order', `${SORTS[sort]}, ${direction}`, { sort: undefined, order: undefined }])
  }
  return chips
}
