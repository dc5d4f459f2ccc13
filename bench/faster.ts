/**
 * Init script that lets a page's own time run `rate` times as fast: `setInterval` and `performance.now`. Rendering,
 * animations, `setTimeout` and the date stay as they are. The server is no faster, and with a faster date all its data
 * would be old.
 */
export function speedUp(rate: number): void {
  const begin = () => {
    const [realNow, realInterval] = [performance.now.bind(performance), window.setInterval.bind(window)]
    const began = realNow()
    performance.now = () => began + (realNow() - began) * rate
    const faster = (handler: TimerHandler, ms = 0, ...args: unknown[]) => realInterval(handler, ms / rate, ...args)
    Object.assign(window, { setInterval: faster })
  }
  // Begins after the page's inline scripts, before the program: the watchdog among them counts frames, which come no
  // faster.
  const onChange = () => document.readyState === 'interactive' && begin()
  document.addEventListener('readystatechange', onChange, { once: true })
}
