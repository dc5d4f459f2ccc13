import { hourIn } from '@atalaya/format/zone'
import {
  useAwaySince,
  useConfig,
  useData,
  useFleet,
  useFormats,
  useNow,
  useSize,
  useSuspended,
} from '@atalaya/module-sdk'
import type { Forecast } from '@atalaya/weather/forecast'
import { useEffect, useState } from 'react'
import { Face } from './face.tsx'
import { jokes } from './jokes.ts'
import { type Health, type Language, moodOf, moodText, type Outside } from './mood.ts'
import { useJokes } from './use-jokes.ts'
import './spark.css'

const CALM_AFTER_MS = 4_000

/** A small companion: its mood follows hour, weather, clicks and agents, and it shows a joke when it is pressed. */
export function Spark() {
  const { name, language: choice } = useConfig()
  const { height } = useSize()
  const isSuspended = useSuspended()
  const language: Language = choice === 'Español' ? 'es' : 'en'
  const health = useHealth()
  const hour = hourIn(useNow(), useFormats().zone)
  const { clicks, click } = useClicks()
  const { joke, next } = useJokes(jokes[language].length)
  const mood = moodOf(hour, clicks, health, useOutside())
  const displayName = typeof name === 'string' && name.trim() !== '' ? name : 'Spark'
  return (
    <div
      lang={language}
      data-mood={mood}
      className={`@container flex h-full flex-col items-center gap-1 overflow-hidden p-2 text-center ${isSuspended ? '' : 'spark-moves'}`}
    >
      <button
        type="button"
        aria-label={language === 'es' ? `${displayName}: otro chiste` : `${displayName}: another joke`}
        onClick={() => {
          click()
          next()
        }}
        className="min-h-0 w-full max-w-56 flex-1 cursor-pointer rounded-lg"
      >
        <Face mood={mood} />
      </button>
      <p
        className="line-clamp-2 w-full shrink-0 text-balance text-xs @max-[8rem]:line-clamp-4"
        title={`${displayName} ${moodText(mood, language, health)}`}
      >
        <span className="font-semibold">{displayName}</span>{' '}
        <span className={mood === 'worried' ? 'text-destructive-text' : 'text-muted-foreground'}>
          {moodText(mood, language, health)}
        </span>
      </p>
      <p
        aria-live="polite"
        className={`grid min-h-15 w-full shrink-0 place-items-center text-balance text-sm leading-snug @max-[8rem]:text-xs ${height < 3 ? 'sr-only' : ''}`}
      >
        {joke !== null && jokes[language][joke]}
      </p>
    </div>
  )
}

function useHealth(): Health {
  const fleet = useFleet()
  const awaySince = useAwaySince()
  if (fleet.state !== 'ready' || awaySince !== null) return { away: 0, total: 0 }
  return { away: fleet.agents.filter(({ isOnline }) => !isOnline).length, total: fleet.total }
}

/** Current weather; old weather is ignored, so that the companion is not wet in the sun. */
function useOutside(): Outside {
  const view = useData<Forecast>()
  return view.state === 'ready' && !view.stale ? view.data.now : null
}

/** Number of clicks since the last pause of `CALM_AFTER_MS`. */
function useClicks() {
  const [clicks, setClicks] = useState(0)
  useEffect(() => {
    if (clicks === 0) return
    const timer = setTimeout(() => setClicks(0), CALM_AFTER_MS)
    return () => clearTimeout(timer)
  }, [clicks])
  return { clicks, click: () => setClicks((count) => count + 1) }
}
