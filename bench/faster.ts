/**
 * Lets a page's own time run `rate` times as fast, as an init script: all that it does again and again, and the ticks by
 * which it counts how long something has lasted. Rendering, animations, what it waits for from the server (`setTimeout`)
 * and the date stay as they are: on the other end nothing is faster, and by a faster date all that the server says would
 * be old.
 */
export function speedUp(rate: number): void {
  const begin = () => {
    const [ticks, again] = [performance.now.bind(performance), window.setInterval.bind(window)]
    const began = ticks()
    performance.now = () => began + (ticks() - began) * rate
    const faster = (handler: TimerHandler, ms = 0, ...args: unknown[]) => again(handler, ms / rate, ...args)
    Object.assign(window, { setInterval: faster })
  }
  // After what stands in the page itself and before the program: the watchdog looks for frames, which come no faster.
  const onChange = () => document.readyState === 'interactive' && begin()
  document.addEventListener('readystatechange', onChange, { once: true })
}
