const SHORTENED = '.truncate, [class*="line-clamp-"]'
const titled = new WeakSet<Element>()

/** Sets the full text as the title of an element that is cut with "…", on hover. A title of its own stays. */
export function showWholeTexts(page: Document): void {
  page.addEventListener('pointerover', ({ target }) => {
    const text = target instanceof Element ? target.closest<HTMLElement>(SHORTENED) : null
    if (!text || (text.title !== '' && !titled.has(text))) return
    // The text may have changed, or have room by now.
    if (text.scrollWidth > text.clientWidth || text.scrollHeight > text.clientHeight) {
      text.title = text.textContent
      titled.add(text)
    } else if (titled.delete(text)) text.removeAttribute('title')
  })
}
