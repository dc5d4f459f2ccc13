import type { Formats } from '@atalaya/format/formats'
import { useSyncExternalStore } from 'react'
import { createListeners } from '#web/lib/listeners.ts'

const { announce, subscribe } = createListeners()
let shown: Formats = {}

const formatsNow = () => shown

/** How whoever looks wants times, dates and numbers written. */
export const useFormats = (): Formats => useSyncExternalStore(subscribe, formatsNow, formatsNow)

export function showFormats(formats: Formats): void {
  shown = formats
  announce()
}
