type Needs<T> = {
  gapMs: number
  publish: (value: T) => void
  /** Called with errors of `publish` that no caller awaits. */
  fail: (error: unknown) => void
}

/** Throttles to the newest value: publishes at once after a quiet time, else `gapMs` after the last one. */
export function createThrottle<T>({ gapMs, publish, fail }: Needs<T>) {
  let pending: { value: T } | null = null
  let timer: NodeJS.Timeout | null = null
  let publishedAt = Number.NEGATIVE_INFINITY

  function stop(): void {
    if (timer) clearTimeout(timer)
    timer = null
  }

  function flush(): void {
    stop()
    const due = pending
    pending = null
    if (!due) return
    publishedAt = performance.now()
    publish(due.value)
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
      const waitMs = publishedAt + gapMs - performance.now()
      if (waitMs <= 0) flush()
      else timer ??= setTimeout(flushLate, waitMs)
    },
    /** Publishes the waiting value at once. */
    flush,
    /** Drops the waiting value. */
    stop,
  }
}
