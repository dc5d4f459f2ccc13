import { type AgentSort, SEVERAL_MAX } from '@atalaya/contract/agent-listing'
import { AGENT_LOOKS } from '@atalaya/module-sdk/agent-status'

/** Sort keys of a list of agents, with their column titles. */
export const SORTS: Record<AgentSort, string> = {
  status: 'Status',
  name: 'Name',
  lastSeen: 'Last Seen',
  version: 'Version',
  cpu: 'CPU',
  memory: 'Memory',
  disk: 'Disk',
  temperature: 'Temperature',
}

/** Filters and order of a list; both are in the URL. */
export type Listing = {
  sort?: AgentSort
  order?: 'asc' | 'desc'
  /** One status, or several separated by commas. */
  status?: string
  /** Repeatable keys, combined by OR: each value is a parameter of its own in the URL. */
  tag?: string[]
  ownerId?: string[]
  system?: string[]
  version?: string[]
  trouble?: 'true'
  critical?: 'true'
  outdated?: 'true'
}
/** Missing keys stay; undefined removes a key. */
export type ListingChange = { [Name in keyof Listing]?: Listing[Name] | undefined }

/** Names of the repeatable keys. */
export type RepeatableName = 'tag' | 'ownerId' | 'system' | 'version'
const REPEATABLE: Record<RepeatableName, true> = { tag: true, ownerId: true, system: true, version: true }

const isSort = (text: string): text is AgentSort => Object.hasOwn(SORTS, text)
/** Validates each key. The maximum lengths, in characters, are those of the server. */
const VALIDATORS: Record<keyof Listing, (text: string) => boolean> = {
  sort: isSort,
  order: (text) => text === 'asc' || text === 'desc',
  status: (text) => text !== '',
  tag: (text) => text !== '' && text.length <= 40,
  ownerId: (text) => text !== '' && text.length <= 64,
  system: (text) => text.length <= 80,
  version: (text) => text.length <= 40,
  trouble: (text) => text === 'true',
  critical: (text) => text === 'true',
  outdated: (text) => text === 'true',
}

const knownStatuses = (text: string) =>
  text
    .split(',')
    .filter((status) => Object.hasOwn(AGENT_LOOKS, status))
    .join(',')

export const LISTING_NAMES = Object.keys(VALIDATORS) as (keyof Listing)[]

/** Reads filters and order from the URL; ignores invalid values. */
export function readListing(params: URLSearchParams): Listing {
  const entries = LISTING_NAMES.flatMap((name) => {
    const values = params.getAll(name).map((text) => (name === 'status' ? knownStatuses(text) : text))
    const texts = values.filter(VALIDATORS[name])
    if (texts.length === 0) return []
    return [[name, Object.hasOwn(REPEATABLE, name) ? [...new Set(texts)].slice(0, SEVERAL_MAX) : texts[0]]]
  })
  return Object.fromEntries(entries)
}

/** Writes a change into the parameters of the URL. */
export function setListing(params: URLSearchParams, change: ListingChange): void {
  for (const name of LISTING_NAMES) {
    if (!Object.hasOwn(change, name)) continue
    params.delete(name)
    for (const value of [change[name] ?? []].flat()) params.append(name, value)
  }
}

/** Change that removes all filters and the order. */
export const NO_LISTING: ListingChange = Object.fromEntries(LISTING_NAMES.map((name) => [name, undefined]))

/** Change that adds a value to a repeatable filter, or removes it. */
export function filterChange(
  listing: Listing,
  { name, value, isOn }: { name: RepeatableName; value: string; isOn: boolean },
): ListingChange {
  const others = (listing[name] ?? []).filter((other) => other !== value)
  const next = isOn ? [...others, value] : others
  return { [name]: next.length > 0 ? next : undefined }
}

export const isFiltered = ({ sort: _sort, order: _order, ...filters }: Listing): boolean =>
  Object.keys(filters).length > 0

/** Default direction: ascending for status (troubles first), name and version; descending for numbers and times. */
export const isDescendingByDefault = (sort: AgentSort): boolean => !['status', 'name', 'version'].includes(sort)
export const directionOf = ({ sort, order }: Listing): 'asc' | 'desc' =>
  order ?? (sort && isDescendingByDefault(sort) ? 'desc' : 'asc')
