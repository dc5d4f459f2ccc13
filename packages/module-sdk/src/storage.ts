/** What the server keeps for a widget; `version` is another one after each change, and null while nothing is kept. */
export type Stored = { value: unknown; version: string | null }

export type StorageReach = {
  read(): Promise<Stored>
  /** Where `over` is given and something else is kept by now, nothing is written: it answers false. */
  write(value: unknown, over?: string | null): Promise<boolean>
}

/** One JSON value of up to 64 KB, the widget's own; `module.json` must ask for it. */
export type WidgetStorage = {
  /** Null before the first time. */
  read(): Promise<unknown>
  write(value: unknown): Promise<void>
  /**
   * Stores what `change` makes of what is kept, and answers that. Where another screen stores something in between, it is
   * asked anew with that, so that nobody's change is lost: `change` must not change its argument.
   */
  update<T>(change: (value: unknown) => T): Promise<T>
}

/** So often somebody else may come first. */
const TRIES = 8

/** What a widget is given of the storage that its host reaches. */
export function widgetStorage({ read, write }: StorageReach): WidgetStorage {
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
