import { type CSSProperties, useEffect } from 'react'
import { Toaster as Sonner } from 'sonner'
import { useShownTheme } from '#web/lib/looks/theme.ts'
import { setToasterReady } from '#web/lib/notify.ts'

/** Sonner itself pauses on hover and in a hidden tab, stays while loading, closes on a 45 px swipe. */
const DURATION_MS = 4000
const VISIBLE_MAX = 3
const GAP_PX = 14
const WIDTH_PX = 356

const style = {
  '--width': `${WIDTH_PX}px`,
  '--normal-bg': 'var(--popover)',
  '--normal-text': 'var(--foreground)',
  '--normal-border': 'var(--border)',
  '--border-radius': 'var(--radius-lg)',
  fontFamily: 'var(--font-sans)',
} as CSSProperties

export function Toaster() {
  const theme = useShownTheme()
  useEffect(setToasterReady, [])
  return (
    <Sonner
      theme={theme}
      position="bottom-right"
      duration={DURATION_MS}
      visibleToasts={VISIBLE_MAX}
      gap={GAP_PX}
      style={style}
      toastOptions={{
        classNames: {
          success: '[&_[data-icon]]:text-success-text',
          error: '[&_[data-icon]]:text-destructive-text',
          warning: '[&_[data-icon]]:text-warning-text',
          info: '[&_[data-icon]]:text-info-text',
        },
      }}
    />
  )
}
