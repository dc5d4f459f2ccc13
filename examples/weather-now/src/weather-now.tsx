import { useConfig, useRequest, useStorage, useSuspended } from '@atalaya/module-sdk'
import { useEffect, useState } from 'react'
import { type Current, readCurrent } from './current.ts'
import css from './style.css?inline'

const REFRESH_EVERY_MS = 10 * 60_000

type WeatherState = { current: Current | null; fault: string | null }

/** The newest weather. After a reload the last one is shown again until the next answer. */
function useCurrent(): WeatherState {
  const request = useRequest()
  const storage = useStorage()
  const suspended = useSuspended()
  const [shown, setShown] = useState<WeatherState>({ current: null, fault: null })
  useEffect(() => {
    if (suspended) return
    let isOver = false
    async function refresh() {
      try {
        const { body } = await request(
          'current',
          { values: 'temperature_2m,wind_speed_10m' },
          { againInMs: REFRESH_EVERY_MS },
        )
        const current = readCurrent(body)
        if (isOver) return
        setShown({ current, fault: null })
        await storage.write(current)
      } catch (error) {
        const last = await storage.read().catch(() => null)
        if (!isOver) setShown({ current: last as Current | null, fault: (error as Error).message })
      }
    }
    void refresh()
    const timer = setInterval(refresh, REFRESH_EVERY_MS)
    return () => {
      isOver = true
      clearInterval(timer)
    }
  }, [request, storage, suspended])
  return shown
}

export function WeatherNow() {
  const { place } = useConfig()
  const { current, fault } = useCurrent()
  return (
    <div className="widget">
      <style>{css}</style>
      <p className="place">{String(place ?? '')}</p>
      {current && (
        <p className="figures">
          {Math.round(current.temperature)} °C <small>{Math.round(current.wind)} km/h</small>
        </p>
      )}
      {fault && <p role="status">{fault}</p>}
      {!current && !fault && <p>Loading...</p>}
    </div>
  )
}
