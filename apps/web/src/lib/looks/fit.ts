import type { DisplaySettings } from '@atalaya/contract/displays'
import { useSyncExternalStore } from 'react'

/** Panel on which pages are read from near by; larger screens scale up, to be read from farther away. */
const PANEL = { width: 1024, height: 600 }
/** Width that four tiles beside each other need, in px; narrower screens scale down. */
const WIDTH_MIN = 600

/** Scale of pages in a window: as large as fits while tiles are no narrower than on the panel. */
export function fitOf({ width, height }: { width: number; height: number }, turned: DisplaySettings['turned']): number {
  const [across, down] = turned % 180 === 0 ? [width, height] : [height, width]
  return Math.min(Math.max(1, Math.min(across / PANEL.width, down / PANEL.height)), across / WIDTH_MIN)
}

function onResize(listener: () => void): () => void {
  window.addEventListener('resize', listener)
  return () => window.removeEventListener('resize', listener)
}

const sizeNow = () => `${window.innerWidth} ${window.innerHeight}`

/** Scale for a window in which `pageCount` pages stand side by side. */
export const useFit = (turned: DisplaySettings['turned'], pageCount = 1): number => {
  useSyncExternalStore(onResize, sizeNow)
  return fitOf({ width: window.innerWidth / pageCount, height: window.innerHeight }, turned)
}

/** Scale on a screen that may be held in a hand: at least 1. */
export const useNearFit = (pageCount?: number): number => Math.max(1, useFit(0, pageCount))
