import { displayScreen } from '@atalaya/contract/display-screen'
import { REPORT_MS } from '@atalaya/contract/displays'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { onScreenChange, readHealth, screenId } from '#web/app/display-screen/health.ts'
import { acceptOwnDisplay, ownDisplayQuery } from '#web/app/display-screen/own-display.ts'
import { call } from '#web/lib/calls/api.ts'
import { codeOf } from '#web/lib/calls/api-error.ts'
import { onReturn } from '#web/lib/live/connectivity.ts'

const ELSEWHERE = 'displays.elsewhere'
const ELSEWHERE_RETRY_MS = 10_000
/** Debounce: a window being resized changes with every frame. */
const RESIZE_DEBOUNCE_MS = 500

/** Reports the state of this display, regularly and on changes. True if another screen shows this display. */
export function useReports(): boolean {
  const client = useQueryClient()
  const [isElsewhere, setElsewhere] = useState(false)

  useEffect(() => {
    const screen = screenId()
    let isOver = false
    let isSending = false
    let isDue = false
    let resizeTimer: ReturnType<typeof setTimeout> | undefined

    async function send() {
      const askedAt = performance.now()
      const before = client.getQueryData(ownDisplayQuery.queryKey)
      try {
        const answer = await call(displayScreen.report, { body: { screen, report: readHealth() } })
        // The credential is gone: another display may start here.
        if (isOver) return
        const display = acceptOwnDisplay(answer, askedAt)
        // An event or an order arrived during the request, and the answer may be older: report again.
        if (client.getQueryData(ownDisplayQuery.queryKey) !== before) isDue = true
        else client.setQueryData(ownDisplayQuery.queryKey, display)
        // A state set to the same value is queued by React until the next render, which may never come here.
        if (isElsewhere) setElsewhere(false)
      } catch (error) {
        // A server that is away gets the next report. A removed display shows in the session.
        if (!isElsewhere && codeOf(error) === ELSEWHERE) setElsewhere(true)
      }
    }
    async function report() {
      isDue = true
      if (isSending) return
      isSending = true
      while (isDue && !isOver) {
        isDue = false
        await send()
      }
      isSending = false
    }
    const now = () => void report()
    const onResize = () => {
      clearTimeout(resizeTimer)
      resizeTimer = setTimeout(now, RESIZE_DEBOUNCE_MS)
    }
    now()
    const timer = setInterval(now, isElsewhere ? ELSEWHERE_RETRY_MS : REPORT_MS)
    const stops = [onReturn(now), onScreenChange(now)]
    window.addEventListener('resize', onResize)
    return () => {
      isOver = true
      clearInterval(timer)
      clearTimeout(resizeTimer)
      window.removeEventListener('resize', onResize)
      for (const stop of stops) stop()
    }
  }, [client, isElsewhere])
  return isElsewhere
}
