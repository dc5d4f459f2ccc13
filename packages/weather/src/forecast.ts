/** State of the sky that a small picture can show. */
export type Sky = 'clear' | 'fair' | 'cloudy' | 'fog' | 'drizzle' | 'rain' | 'sleet' | 'snow' | 'thunder'

export type Day = {
  /** `2026-11-21`, of the place itself. */
  date: string
  sky: Sky
  /** °C */
  min: number
  max: number
  /** Chance of rain in percent; null if the provider does not give it. */
  rain: number | null
}

export type Forecast = {
  /** The place as the provider of places calls it; null if coordinates were given. */
  place: string | null
  now: {
    sky: Sky
    isDay: boolean
    /** °C */
    temperature: number
    feelsLike: number | null
    /** Percent. */
    humidity: number | null
    /** km/h */
    wind: number
  }
  today: { min: number; max: number } | null
  /** The next three. */
  days: Day[]
  credit: { text: string; url: string }
  /** Last-Modified of the provider's answer, sent back to ask for newer ones only. */
  version?: string
}

/** Number of shown days after today. */
export const DAYS = 3
