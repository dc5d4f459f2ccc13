import { type ClassValue, clsx } from 'clsx'

/**
 * Kinds of utilities that our components set and their users may override, in the order of matching. An empty name
 * means the first group of the match. A list of all Tailwind utilities would be as large as the rest of the sign-in
 * page.
 */
const KINDS: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['display', /^(block|inline-block|inline|flex|inline-flex|grid|inline-grid|contents|hidden)$/],
  ['position', /^(static|fixed|absolute|relative|sticky)$/],
  ['flex-direction', /^flex-(row|col)/],
  ['font-size', /^text-(xs|sm|base|lg|xl|2xl|3xl)$/],
  ['text-align', /^text-(left|center|right)$/],
  ['text-color', /^text-(?!balance|wrap|nowrap|pretty|ellipsis|clip)/],
  ['font-weight', /^font-(normal|medium|semibold|bold)$/],
  ['border-style', /^border-(solid|dashed|none)$/],
  ['border-width', /^border(-\d+)?$/],
  ['', /^(border-[trblxy])(?:-\d+)?$/],
  ['border-color', /^border-(?!collapse|separate|spacing)/],
  ['background', /^bg-(?!cover|contain|center|no-repeat|clip|origin|blend)/],
  [
    '',
    /^-?(w|h|size|min-w|max-w|min-h|max-h|m[trblxy]?|p[trblxy]?|gap(?:-[xy])?|rounded(?:-[trbl]{1,2})?|shadow|opacity|z|items|justify|grid-cols|col-start|col-span|inset(?:-[xy])?|top|right|bottom|left|overflow(?:-[xy])?|animate|cursor|whitespace|shrink|grow)(?:-|$)/,
  ],
]

/** Kinds that a later utility also overrides. */
const COVERS: Record<string, readonly string[]> = {
  size: ['w', 'h'],
  m: ['mt', 'mr', 'mb', 'ml', 'mx', 'my'],
  mx: ['ml', 'mr'],
  my: ['mt', 'mb'],
  p: ['pt', 'pr', 'pb', 'pl', 'px', 'py'],
  px: ['pl', 'pr'],
  py: ['pt', 'pb'],
  gap: ['gap-x', 'gap-y'],
  inset: ['inset-x', 'inset-y', 'top', 'right', 'bottom', 'left'],
  overflow: ['overflow-x', 'overflow-y'],
  rounded: ['t', 'r', 'b', 'l', 'tl', 'tr', 'bl', 'br'].map((corner) => `rounded-${corner}`),
  'border-width': ['t', 'r', 'b', 'l', 'x', 'y'].map((side) => `border-${side}`),
}

function kindOf(utility: string): string | undefined {
  for (const [name, pattern] of KINDS) {
    const match = pattern.exec(utility)
    if (match) return name || match[1]
  }
  return undefined
}

function merge(classes: string): string {
  const seen = new Set<string>()
  const kept: string[] = []
  for (const name of classes.split(' ').toReversed()) {
    // The variants end at the last colon: `data-[state=open]:p-2`.
    const end = name.lastIndexOf(':') + 1
    const variants = name.slice(0, end)
    const kind = kindOf(name.slice(end))
    if (kind && seen.has(variants + kind)) continue
    if (kind) for (const covered of [kind, ...(COVERS[kind] ?? [])]) seen.add(variants + covered)
    kept.push(name)
  }
  return kept.toReversed().join(' ')
}

const CACHED_MAX = 1000
const cached = new Map<string, string>()

/** Joins class names; a later utility overrides an earlier one of the same kind and variants. */
export function cn(...classes: ClassValue[]): string {
  const joined = clsx(classes)
  const cachedNames = cached.get(joined)
  if (cachedNames !== undefined) return cachedNames
  if (cached.size >= CACHED_MAX) cached.clear()
  const merged = merge(joined)
  cached.set(joined, merged)
  return merged
}
