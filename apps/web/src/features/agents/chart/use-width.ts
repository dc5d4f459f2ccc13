import { useCallback, useState } from 'react'

/** Width of an element in CSS pixels, 0 until it is known. Give `ref` to the element. */
export function useWidth() {
  const [width, setWidth] = useState(0)
  const ref = useCallback((element: Element | null) => {
    if (!element) return undefined
    const observer = new ResizeObserver(([entry]) => setWidth(Math.round(entry?.contentRect.width ?? 0)))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { ref, width }
}
