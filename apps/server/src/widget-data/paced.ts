type Needs<T> = {
  gapMs: number
  tell: (value: T) => void
  /** For what `tell` throws when nobody waits for it. */
  fail: (error: unknown) => void
}

/** Tells the newest of what comes: at once where it was quiet, else when `gapMs` have passed since the last. */
export function paced<T>({ gapMs, tell, fail }: Needs<T>) {
  let pending: { value: T } | null = null
  let timer: NodeJS.Timeout | null = null
  let toldAt = Number.NEGATIVE_INFINITY

  function stop(): void {
    if (timer) clearTimeout(timer)
    timer = null
  }

  function flush(): void {
    stop()
    const due = pending
    pending = null
    if (!due) return
    toldAt = performance.now()
    tell(due.value)
  }

  function flushLate(): void {
    try {
      flush()
    } catch (error) {
      fail(error)
    }
  }

  return {
    next(value: T): void {
      pending = { value }
      const waitMs = toldAt + gapMs - performance.now()
      if (waitMs <= 0) flush()
      else timer ??= setTimeout(flushLate, waitMs)
    },
    /** Tells at once what still waits. */
    flush,
    /** What waits is told no more. */
    stop,
  }
}
