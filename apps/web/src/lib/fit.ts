import type { DisplaySettings } from '@atalaya/contract/displays'
import { useSyncExternalStore } from 'react'

/** The panel on which pages are read from near by; on a larger screen they are drawn larger, to be read from farther away. */
const PANEL = { width: 1024, height: 600 }
/** Four tiles beside each other need so much; on a narrower screen they are drawn smaller. */
const NARROWEST = 600

/** How much larger pages are drawn in a window: as much as fits without narrower tiles than on the panel. */
export function fitOf({ width, height }: { width: number; height: number }, turned: DisplaySettings['turned']): number {
  const [across, down] = turned % 180 === 0 ? [width, height] : [height, width]
  return Math.min(Math.max(1, Math.min(across / PANEL.width, down / PANEL.height)), across / NARROWEST)
}

function onResize(heard: () => void): () => void {
  window.addEventListener('resize', heard)
  return () => window.removeEventListener('resize', heard)
}

const sizeNow = () => `${window.innerWidth} ${window.innerHeight}`

/** How much larger something is drawn, for a window that so many pages share side by side. */
export const useFit = (turned: DisplaySettings['turned'], beside = 1): number => {
  useSyncExternalStore(onResize, sizeNow)
  return fitOf({ width: window.innerWidth / beside, height: window.innerHeight }, turned)
}

/** The same on a screen that may be held in a hand: nothing is drawn smaller. */
export const useNearFit = (beside?: number): number => Math.max(1, useFit(0, beside))
