import { useConfig, useSize, WithData } from '@atalaya/module-sdk'
import type { Day, Forecast, Sky } from '@atalaya/weather/forecast'
import type { ReactNode } from 'react'
import { SkyIcon } from './sky-icon.tsx'
import { placeName, type Units, unitsOf, weekday } from './units.ts'

/** The weather now, and on the next three days where there is room. */
export function Weather() {
  return <WithData<Forecast>>{(forecast, age) => <Shown forecast={forecast} age={age} />}</WithData>
}

const words: Record<Sky, [day: string, night?: string]> = {
  clear: ['Sunny', 'Clear'],
  fair: ['Partly cloudy'],
  cloudy: ['Cloudy'],
  fog: ['Fog'],
  drizzle: ['Drizzle'],
  rain: ['Rain'],
  sleet: ['Sleet'],
  snow: ['Snow'],
  thunder: ['Thunderstorm'],
}
const wordFor = (sky: Sky, isDay = true) => (isDay ? words[sky][0] : (words[sky][1] ?? words[sky][0]))

function Shown({ forecast, age }: { forecast: Forecast; age: ReactNode }) {
  const { place, units: choice } = useConfig()
  const { height } = useSize()
  const units = unitsOf(choice)
  const isTall = height > 1
  return (
    <div className={`@container flex h-full overflow-hidden ${isTall ? 'flex-col p-3' : 'items-center gap-3 px-3'}`}>
      <Now forecast={forecast} name={placeName(place, forecast.place)} units={units} age={age} isTall={isTall} />
      <ul
        className={`flex shrink-0 ${isTall ? 'mt-auto justify-between gap-2 border-t pt-2' : '@max-[15rem]:hidden gap-3'}`}
      >
        {forecast.days.map((day) => (
          <NextDay key={day.date} day={day} units={units} isTall={isTall} />
        ))}
      </ul>
    </div>
  )
}

type NowProps = { forecast: Forecast; name: string; units: Units; age: ReactNode; isTall: boolean }

function Now({ forecast: { now, today, credit }, name, units, age, isTall }: NowProps) {
  const { sky, isDay, temperature, feelsLike, humidity, wind } = now
  const details = [
    feelsLike === null ? null : `Feels like ${units.degrees(feelsLike)}`,
    `Wind ${units.speed(wind)}`,
    humidity === null ? null : `Humidity ${Math.round(humidity)} %`,
  ].filter((text) => text !== null)
  return (
    <div className={`flex min-w-0 flex-1 gap-2.5 ${isTall ? 'items-start' : 'items-center'}`}>
      <SkyIcon sky={sky} isDay={isDay} className={isTall ? 'size-16' : 'size-11'} />
      <p className={`font-semibold tabular-nums leading-none ${isTall ? 'pt-3 text-5xl' : 'text-3xl'}`}>
        {units.degrees(temperature)}
      </p>
      <div className="@max-[9rem]:sr-only min-w-0 flex-1 leading-tight">
        <p className="flex items-center gap-1.5 font-medium text-sm">
          <span className="truncate">{name}</span>
          {age}
        </p>
        <p className="truncate text-muted-foreground text-xs">
          {wordFor(sky, isDay)}
          {today && (
            <span className="@max-[15rem]:hidden tabular-nums">
              {' '}
              · {units.degrees(today.max)} / {units.degrees(today.min)}
            </span>
          )}
        </p>
        {isTall && (
          <p className="@max-[15rem]:hidden mt-1 line-clamp-2 text-muted-foreground text-xs">{details.join(' · ')}</p>
        )}
        <p className="truncate text-[0.6875rem] text-muted-foreground leading-tight">
          <a href={credit.url} target="_blank" rel="noreferrer" className="underline-offset-2 hover:underline">
            {credit.text}
          </a>
        </p>
      </div>
    </div>
  )
}

function NextDay({ day: { date, sky, min, max, rain }, units, isTall }: { day: Day; units: Units; isTall: boolean }) {
  return (
    <li className={`text-center leading-tight ${isTall ? 'flex-1' : 'w-14'}`}>
      <p className="text-muted-foreground text-xs">{weekday(date)}</p>
      <SkyIcon sky={sky} className={`mx-auto ${isTall ? 'size-9' : 'size-6'}`} />
      <p className="whitespace-nowrap text-xs tabular-nums">
        <span className="sr-only">
          {wordFor(sky)}
          {rain !== null && `, ${rain} % rain`},{' '}
        </span>
        <span className="font-semibold">{units.degrees(max)}</span>{' '}
        <span className="text-muted-foreground">{units.degrees(min)}</span>
      </p>
    </li>
  )
}
