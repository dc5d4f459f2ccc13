/** Stored value of a widget. `version` changes with each write, and is null while nothing is stored. */
export type StoredValue = { value: unknown; version: string | null }

export type StorageBackend = {
  read(): Promise<StoredValue>
  /** Compare-and-set if `over` is given: false, and nothing is written, if another version is stored by now. */
  write(value: unknown, over?: string | null): Promise<boolean>
}

/** One JSON value of up to 64 KB, the widget's own; `module.json` must ask for it. */
export type WidgetStorage = {
  /** Null before the first time. */
  read(): Promise<unknown>
  write(value: unknown): Promise<void>
  /**
   * Stores the result of `change` on the stored value, and returns it. Optimistic: retried with the newest value if
   * another screen stores something in between. `change` must not change its argument.
   */
  update<T>(change: (value: unknown) => T): Promise<T>
}

/** Maximum tries of an update; a conflict with another screen takes one. */
const TRIES = 8

/** Storage of a widget, on top of its host's. */
export function widgetStorage({ read, write }: StorageBackend): WidgetStorage {
  return {
    read: async () => (await read()).value,
    async write(value) {
      await write(value)
    },
    async update(change) {
      for (let tries = 0; tries < TRIES; tries++) {
        const { value, version } = await read()
        const next = change(value)
        if (await write(next, version)) return next
      }
      throw new Error('Other screens store all the time')
    },
  }
}
