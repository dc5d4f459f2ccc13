const SHORTENED = '.truncate, [class*="line-clamp-"]'
const told = new WeakSet<Element>()

/** Says the whole of a text that is cut with "…" to who points at it; one that has a title of its own keeps that. */
export function tellWholeTexts(page: Document): void {
  page.addEventListener('pointerover', ({ target }) => {
    const text = target instanceof Element ? target.closest<HTMLElement>(SHORTENED) : null
    if (!text || (text.title !== '' && !told.has(text))) return
    // It may have become another one, or have room by now.
    if (text.scrollWidth > text.clientWidth || text.scrollHeight > text.clientHeight) {
      text.title = text.textContent
      told.add(text)
    } else if (told.delete(text)) text.removeAttribute('title')
  })
}
