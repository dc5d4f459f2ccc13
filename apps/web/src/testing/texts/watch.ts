/** Callback for each text that is shown for the first time. */
type Report = (text: string) => unknown

/** Reports every text and name when it appears on screen. Also runs inside a page, so it uses nothing from outside. */
export function watch() {
  const TEXT_MAX = 300
  const reported = new Set<string>()

  function report(text: string | null, element: Element) {
    if (!text || text.length > TEXT_MAX || reported.has(text)) return
    // jsdom draws nothing, so no style hides anything there.
    if (element.checkVisibility?.({ visibilityProperty: true }) === false) return
    reported.add(text)
    void (window as unknown as { reportShownText: Report }).reportShownText(text)
  }

  function reportElement(element: Element) {
    if (element.matches('script, style')) return
    report(element.textContent, element)
    for (const name of ['aria-label', 'placeholder', 'alt']) report(element.getAttribute(name), element)
  }

  /**
   * Reports everything inside, and the elements around it. A few levels further out the text is the same or too long.
   */
  function reportAround(changed: Node) {
    const element = changed instanceof Element ? changed : changed.parentElement
    if (!element) return
    for (const inner of element.querySelectorAll('*')) reportElement(inner)
    let outer: Element | null = element
    for (let step = 0; outer && step < 5; step += 1) {
      reportElement(outer)
      outer = outer.parentElement
    }
  }

  const observer = new MutationObserver((records) => {
    for (const { type, target, addedNodes } of records) {
      if (type === 'childList') for (const node of addedNodes) reportAround(node)
      else reportAround(target)
    }
  })
  observer.observe(document, {
    subtree: true,
    childList: true,
    characterData: true,
    attributeFilter: ['aria-label', 'placeholder', 'alt', 'class', 'hidden'],
  })
  return observer
}
