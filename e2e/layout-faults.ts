/** Rules that apply to some places only. */
export type LayoutRules = {
  /** Links must be seen whole: they name the source of the data. */
  hasWholeLinks?: boolean
  /**
   * A whole page: nothing may make it wider than the window. A name may be cut by "…" only if it links to its own page.
   */
  isScreen?: boolean
}

/**
 * Runs in the page. Returns faults as sentences: cut, covered or crowded content of an element. A text that ends in "…"
 * must be whole somewhere (`title`). Content that one can scroll to is not cut.
 */
export function layoutFaults(root: Element, { hasWholeLinks = false, isScreen = false }: LayoutRules = {}): string[] {
  type Box = { left: number; top: number; right: number; bottom: number }
  /** `seen` is the visible area; content beyond `cut` can't be reached, even by scrolling. */
  type Visibility = { seen: Box; cut: Box; elided: Element | null; layer: Element }
  type Leaf = { element: Element; layer: Element; text: string; boxes: Box[] }
  const SLACK = 1
  const ENDLESS = { left: -Infinity, top: -Infinity, right: Infinity, bottom: Infinity }
  const GRAPHICS = 'svg, img, video, canvas, input, textarea, select, progress, meter, [role="progressbar"]'
  const faults: string[] = []
  const leaves: Leaf[] = []

  const intersect = (a: Box, b: Box): Box => ({
    left: Math.max(a.left, b.left),
    top: Math.max(a.top, b.top),
    right: Math.min(a.right, b.right),
    bottom: Math.min(a.bottom, b.bottom),
  })
  const isLargerThan = (box: Box, minimum: number) => box.right - box.left > minimum && box.bottom - box.top > minimum
  const isWithin = (a: Box, b: Box) =>
    a.left >= b.left - SLACK && a.right <= b.right + SLACK && a.top >= b.top - SLACK && a.bottom <= b.bottom + SLACK
  const quote = (text: string) => `"${text.trim().replace(/\s+/g, ' ').slice(0, 60)}"`
  const sizeOf = ({ left, top, right, bottom }: Box) => `${Math.round(right - left)} by ${Math.round(bottom - top)} px`

  /** Box of the letters alone: a line is higher than its letters, by about 15 % at the top and at the bottom. */
  function lettersOf({ left, top, right, bottom }: DOMRect): Box {
    const margin = (bottom - top) * 0.15
    return { left, right, top: top + margin, bottom: bottom - margin }
  }

  const isHidden = (element: Element, { display, visibility, opacity, clipPath, position }: CSSStyleDeclaration) =>
    display === 'none' ||
    visibility !== 'visible' ||
    opacity === '0' ||
    element.hasAttribute('inert') ||
    (position === 'absolute' && clipPath.startsWith('inset(50%'))

  /** True if the first child is a row of pages: a swipe reaches those outside of the window. */
  const isSwiped = ({ firstElementChild: row }: Element) =>
    row !== null && getComputedStyle(row).touchAction === 'pan-y'
  const isElided = (element: Element, { textOverflow, webkitLineClamp }: CSSStyleDeclaration) =>
    (textOverflow === 'ellipsis' && element.scrollWidth > element.clientWidth) ||
    (webkitLineClamp !== 'none' && element.scrollHeight > element.clientHeight + SLACK)

  /** Visibility of the content of an element; `outer` is that of the element itself. */
  function visibilityIn(element: Element, style: CSSStyleDeclaration, outer: Visibility): Visibility {
    const { overflowX, overflowY, position } = style
    const layer = /fixed|sticky/.test(position) ? element : outer.layer
    const { seen, cut } = position === 'fixed' ? { seen: ENDLESS, cut: ENDLESS } : outer
    const elided = outer.elided ?? (isElided(element, style) ? element : null)
    if (overflowX === 'visible' && overflowY === 'visible') return { seen, cut, elided, layer }
    const box = element.getBoundingClientRect()
    const inner = intersect(cut, box)
    if (/auto|scroll/.test(overflowX) || isSwiped(element)) [inner.left, inner.right] = [-Infinity, Infinity]
    if (/auto|scroll/.test(overflowY)) [inner.top, inner.bottom] = [-Infinity, Infinity]
    return { seen: intersect(seen, box), cut: inner, elided, layer }
  }

  function addLeaf(element: Element, text: string, boxes: Box[], { seen, cut, layer }: Visibility) {
    for (const box of boxes) {
      if (!isLargerThan(box, 0.5)) faults.push(`${text} has only ${sizeOf(box)}`)
      else if (!isWithin(box, cut))
        faults.push(`${text} is cut: of ${sizeOf(box)} shows ${sizeOf(intersect(box, cut))}`)
    }
    leaves.push({
      element,
      layer,
      text,
      boxes: boxes.map((box) => intersect(box, seen)).filter((box) => isLargerThan(box, 0)),
    })
  }

  /** Reports a text that ends in "…", once for its whole element. */
  function judgeElided(element: Element, text: string, outer: Visibility) {
    const box = element.getBoundingClientRect()
    const { fontSize } = getComputedStyle(element)
    if (box.width < 2 * Number.parseFloat(fontSize)) faults.push(`${text} has only ${sizeOf(box)} before its "…"`)
    const whole = element.closest('[title]')
    if (!isScreen && !(whole && root.contains(whole))) faults.push(`${text} is cut, and says its whole nowhere`)
    if (hasWholeLinks && (element.closest('a') ?? element.querySelector('a'))) faults.push(`The link ${text} is cut`)
    addLeaf(element, text, [box], outer)
  }

  function textsOf(element: Element): { text: string; boxes: Box[] } {
    const nodes = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim())
    const boxes = nodes.flatMap((node) => {
      const range = document.createRange()
      range.selectNodeContents(node)
      return [...range.getClientRects()].map(lettersOf)
    })
    return { text: quote(nodes.map((node) => node.nodeValue).join(' ')), boxes }
  }

  /** Box of a field's text, without the padding, in which the field's symbols stand. */
  function innerOf(element: Element, style: CSSStyleDeclaration): Box {
    const { left, top, right, bottom } = element.getBoundingClientRect()
    if (!element.matches('select, textarea, input:not([type="checkbox"], [type="radio"])'))
      return { left, top, right, bottom }
    const [before = 0, after = 0, font = 0] = [style.paddingLeft, style.paddingRight, style.fontSize].map(
      Number.parseFloat,
    )
    const margin = element.localName === 'textarea' ? 0 : Math.max(0, bottom - top - font) / 2
    return { left: left + before, top: top + margin, right: right - after, bottom: bottom - margin }
  }

  function visit(element: Element, outer: Visibility) {
    const style = getComputedStyle(element)
    if (isHidden(element, style)) {
      if (hasWholeLinks && element.querySelector('a'))
        faults.push(`The link in ${quote(element.textContent)} is not in view`)
      return
    }
    // Skips backgrounds: they lie under everything.
    if (Number(style.zIndex) < 0) return
    const inner = visibilityIn(element, style, outer)
    addContent(element, style, inner, outer)
    if (!element.matches(GRAPHICS)) for (const child of element.children) visit(child, inner)
  }

  function addContent(element: Element, style: CSSStyleDeclaration, inner: Visibility, outer: Visibility) {
    if (inner.elided === element) judgeElided(element, quote(element.textContent), outer)
    if (element.matches(GRAPHICS)) {
      const name = element.getAttribute('aria-label') ?? element.getAttribute('class') ?? ''
      addLeaf(element, `<${element.localName}> ${quote(name)}`, [innerOf(element, style)], outer)
    } else if (!inner.elided) {
      const { text, boxes } = textsOf(element)
      if (boxes.length > 0) addLeaf(element, text, boxes, inner)
    }
  }

  const areApart = (a: Box, b: Box) => a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top

  /** Overlap of two elements. Most of thousands of pairs lie apart: nothing is allocated for those. */
  function overlapOf(a: Leaf, b: Leaf): Box | undefined {
    for (const one of a.boxes) {
      const other = b.boxes.find((box) => !areApart(one, box) && isLargerThan(intersect(one, box), SLACK))
      if (other) return intersect(one, other)
    }
    return undefined
  }

  function judgeOverlaps() {
    for (const [index, a] of leaves.entries()) {
      for (const b of leaves.slice(index + 1)) {
        const overlap = overlapOf(a, b)
        // Scrolled content passes under fixed elements.
        if (!overlap || a.layer !== b.layer || a.element.contains(b.element)) continue
        faults.push(`${a.text} and ${b.text} overlap by ${sizeOf(overlap)}`)
      }
    }
  }

  const { scrollWidth } = document.documentElement
  if (isScreen && scrollWidth > innerWidth) faults.push(`The page is ${scrollWidth} px wide`)
  visit(root, { seen: ENDLESS, cut: ENDLESS, elided: null, layer: root })
  judgeOverlaps()
  return faults
}
