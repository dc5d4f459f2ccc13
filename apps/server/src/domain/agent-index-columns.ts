import type { Agent } from '@atalaya/contract/agents'
import { foldForSearch } from '@atalaya/format/folded'
import { comparable } from './comparable.ts'

/** Length to which numbers in a sort key are padded; longer ones sort as text. */
const PADDED_DIGITS = 10

type Searched = Pick<Agent, 'name' | 'tags' | 'ip'> & { id: string; hostname?: string | undefined }
type SearchParts = Searched & { os?: string | undefined; arch?: string | undefined }

/**
 * Search text of an agent, a line for each part. No search then matches the end of one part with the beginning of the
 * next.
 */
export const searchText = ({ id, name, tags, hostname, ip, os, arch }: SearchParts): string =>
  foldForSearch([id, name ?? '', ...tags, hostname ?? '', ip ?? '', os ?? '', arch ?? ''].join('\n'))

/** Sort key of texts; numbers in them sort by size: `Machine 9` before `machine 10`, `1.9` before `1.10`. */
export const orderKey = (text: string): string =>
  comparable(text).replace(/\d+/g, (digits) => digits.padStart(PADDED_DIGITS, '0'))

/** Readable text of a sort key, such as `1.10`, for the list of versions: lower case, without leading zeros. */
export const textOfKey = (key: string): string => key.replace(/\d+/g, (digits) => digits.replace(/^0+(?=\d)/, ''))

/** Sort key of an agent by name. Without a name its host name counts, else its id. */
export const nameKey = ({ id, name, hostname }: Pick<Searched, 'id' | 'name' | 'hostname'>): string =>
  orderKey(name || hostname || id)
