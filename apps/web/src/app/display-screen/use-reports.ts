import { displayScreen } from '@atalaya/contract/display-screen'
import { REPORT_MS } from '@atalaya/contract/displays'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { onReportDue, readHealth, screenId } from '#web/app/display-screen/health.ts'
import { acceptOwnDisplay, ownDisplayQuery } from '#web/app/display-screen/own-display.ts'
import { call } from '#web/lib/calls/api.ts'
import { codeOf } from '#web/lib/calls/api-error.ts'
import { onReturn } from '#web/lib/live/connectivity.ts'

/** Reason for which the server refuses the reports of a display that keeps its credential. */
export type Obstacle = 'elsewhere' | 'paused'
const OBSTACLES: Record<string, Obstacle> = { 'displays.elsewhere': 'elsewhere', 'displays.paused': 'paused' }
const obstacleIn = (error: unknown): Obstacle | undefined => OBSTACLES[codeOf(error) ?? '']
const RETRY_MS: Record<Obstacle, number> = { elsewhere: 10_000, paused: 60_000 }
/** Debounce: a window being resized changes with every frame. */
const RESIZE_DEBOUNCE_MS = 500

/** Reports the state of this display, regularly and on changes. Returns the reason not to show its pages. */
export function useReports(): Obstacle | null {
  const client = useQueryClient()
  const [obstacle, setObstacle] = useState<Obstacle | null>(null)

  useEffect(() => {
    const screen = screenId()
    let isStopped = false
    let isSending = false
    let isDue = false
    let resizeTimer: ReturnType<typeof setTimeout> | undefined

    async function send() {
      const sentAt = performance.now()
      const displayBefore = client.getQueryData(ownDisplayQuery.queryKey)
      try {
        const answer = await call(displayScreen.report, { body: { screen, report: readHealth() } })
        // The credential is gone: another display may start here.
        if (isStopped) return
        const display = acceptOwnDisplay(answer, sentAt)
        // An event or an order arrived during the request, and the answer may be older: report again.
        if (client.getQueryData(ownDisplayQuery.queryKey) !== displayBefore) isDue = true
        else client.setQueryData(ownDisplayQuery.queryKey, display)
        // A state set to the same value is queued by React until the next render, which may never come here.
        if (obstacle) setObstacle(null)
      } catch (error) {
        // Other errors need nothing: an absent server gets the next report, and a removed display loses its session.
        const newObstacle = obstacleIn(error)
        if (newObstacle && newObstacle !== obstacle) setObstacle(newObstacle)
      }
    }
    async function report() {
      isDue = true
      if (isSending) return
      isSending = true
      while (isDue && !isStopped) {
        isDue = false
        await send()
      }
      isSending = false
    }
    const startReport = () => void report()
    const onResize = () => {
      clearTimeout(resizeTimer)
      resizeTimer = setTimeout(startReport, RESIZE_DEBOUNCE_MS)
    }
    startReport()
    const timer = setInterval(startReport, obstacle ? RETRY_MS[obstacle] : REPORT_MS)
    const stops = [onReturn(startReport), onReportDue(startReport)]
    window.addEventListener('resize', onResize)
    return () => {
      isStopped = true
      clearInterval(timer)
      clearTimeout(resizeTimer)
      window.removeEventListener('resize', onResize)
      for (const stop of stops) stop()
    }
  }, [client, obstacle])
  return obstacle
}
