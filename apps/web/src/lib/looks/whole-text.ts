const SHORTENED = '.truncate, [class*="line-clamp-"]'
const titled = new WeakSet<Element>()

/** Shows the whole of a text that is cut with "…" under the pointer, as its title. A title of its own stays. */
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
