export type Slide = { id: string; src: string }

type PlayOptions = {
  ids: readonly string[]
  /** Id of the first photo. */
  from: string
  /** The slide that is shown already. */
  known: Slide | null
  /** Stays with the first one that can be read. */
  isStill: boolean
  everyMs: number
  read: (id: string) => Promise<string>
  /** Null if one can't be read: the one before it stays. */
  onSlide: (slide: Slide | null) => void
  signal: AbortSignal
}

/** Shows one photo after the other. The next one is loaded before it is shown; earlier ones are not kept. */
export async function play({ ids, from, known, isStill, everyMs, read, onSlide, signal }: PlayOptions): Promise<void> {
  const load = (id: string) => (known?.id === id ? Promise.resolve(known) : loadSlide(id, read))
  let id = from
  let next = load(id)
  while (!signal.aborted) {
    const slide = await next
    if (signal.aborted) return
    onSlide(slide)
    if (slide && (isStill || ids.length === 1)) return
    id = neighbour(ids, id, 1)
    // A failed photo is retried after a pause only.
    if (!slide) await pause(everyMs, signal)
    next = load(id)
    if (slide) await pause(everyMs, signal)
  }
}

/** The id that is `step` places further; after the last one comes the first. */
export function neighbour(ids: readonly string[], id: string, step: number): string {
  return ids[(ids.indexOf(id) + step + ids.length) % ids.length] ?? id
}

async function loadSlide(id: string, read: PlayOptions['read']): Promise<Slide | null> {
  try {
    const image = new Image()
    image.src = await read(id)
    await image.decode()
    return { id, src: image.src }
  } catch {
    return null
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
