import { weekdayText } from '@atalaya/format/short'
import { useConfig, useFormats, WithData } from '@atalaya/module-sdk'
import type { Day, Forecast, Sky } from '@atalaya/weather/forecast'
import type { ReactNode } from 'react'
import { SkyIcon } from './sky-icon.tsx'
import { placeName, type Units, unitsOf } from './units.ts'
import './weather.css'

/** The weather now, and on the next three days if there is room: `weather.css` decides. */
export function Weather() {
  return <WithData<Forecast>>{(forecast, age) => <ForecastView forecast={forecast} age={age} />}</WithData>
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

function ForecastView({ forecast, age }: { forecast: Forecast; age: ReactNode }) {
  const { place, units: choice } = useConfig()
  const units = unitsOf(choice)
  const { sky, isDay, temperature } = forecast.now
  return (
    <div className="weather">
      <div className="weather-sheet">
        <div className="weather-now">
          <SkyIcon sky={sky} isDay={isDay} className="weather-icon" />
          <p className="weather-degrees font-semibold tabular-nums" data-figure>
            {units.degrees(temperature)}
          </p>
        </div>
        <Words forecast={forecast} name={placeName(place, forecast.place)} units={units} age={age} />
        <ul className="weather-days">
          {forecast.days.map((day) => (
            <NextDay key={day.date} day={day} units={units} />
          ))}
        </ul>
      </div>
    </div>
  )
}

type WordsProps = { forecast: Forecast; name: string; units: Units; age: ReactNode }

function Words({ forecast: { now, today, credit }, name, units, age }: WordsProps) {
  const { sky, isDay, feelsLike, humidity, wind } = now
  const details = [
    feelsLike === null ? null : `Feels like ${units.degrees(feelsLike)}`,
    `Wind ${units.speed(wind)}`,
    humidity === null ? null : `Humidity ${Math.round(humidity)} %`,
  ].filter((text) => text !== null)
  const word = wordFor(sky, isDay)
  const range = today && `${units.degrees(today.max)} / ${units.degrees(today.min)}`
  return (
    <div className="weather-text leading-tight">
      <p className="weather-head flex items-center gap-1.5 font-medium text-sm">
        <span className="weather-name truncate" title={name}>
          {name}
        </span>
        {age}
      </p>
      <p className="weather-sky truncate text-muted-foreground text-xs" title={range ? `${word} · ${range}` : word}>
        {word}
        {range && <span className="weather-range tabular-nums"> · {range}</span>}
      </p>
      <p className="weather-details mt-1 line-clamp-2 text-muted-foreground text-xs" title={details.join(' · ')}>
        {details.join(' · ')}
      </p>
      <p className="whitespace-nowrap text-[0.6875rem] text-muted-foreground leading-tight">
        <a href={credit.url} target="_blank" rel="noreferrer" className="underline-offset-2 hover:underline">
          {credit.text}
        </a>
      </p>
    </div>
  )
}

function NextDay({ day: { date, sky, min, max, rain }, units }: { day: Day; units: Units }) {
  return (
    <li className="weather-day text-center leading-tight">
      <p className="text-muted-foreground text-xs">{weekdayText(date, useFormats())}</p>
      <SkyIcon sky={sky} className="weather-icon mx-auto" />
      <p className="whitespace-nowrap text-xs tabular-nums">
        <span className="sr-only">
          {wordFor(sky)}
          {rain !== null && `, ${rain} % rain`},{' '}
        </span>
        <span className="font-semibold">{units.degrees(max)}</span>{' '}
        <span className="weather-min text-muted-foreground">{units.degrees(min)}</span>
      </p>
    </li>
  )
}
