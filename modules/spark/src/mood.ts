import type { Forecast } from '@atalaya/weather/forecast'

type HourMood = 'asleep' | 'fresh' | 'eager' | 'calm' | 'cosy'
type WeatherMood = 'startled' | 'soaked' | 'frosty' | 'lost' | 'melting' | 'sunny'
export type Mood = HourMood | WeatherMood | 'worried' | 'delighted' | 'dizzy'
/** The weather outside; null if it is not known. */
export type Outside = Forecast['now'] | null
export type Language = 'en' | 'es'

/** Health of the agents; zeros before they are read, and for users without any. */
export type Health = { away: number; total: number }

/** Clicks in a few seconds that are too many. */
const DIZZY_CLICKS = 6

const HOT_C = 32
const FROST_C = 0

function moodOfHour(hour: number): HourMood {
  if (hour < 6 || hour >= 23) return 'asleep'
  if (hour < 10) return 'fresh'
  if (hour < 14) return 'eager'
  return hour < 19 ? 'calm' : 'cosy'
}

/** Null for weather that changes no mood. */
function moodOfWeather({ sky, isDay, temperature }: NonNullable<Outside>): WeatherMood | null {
  if (sky === 'rain' || sky === 'drizzle' || sky === 'sleet') return 'soaked'
  if (sky === 'snow' || temperature <= FROST_C) return 'frosty'
  if (sky === 'fog') return 'lost'
  if (temperature >= HOT_C) return 'melting'
  return sky === 'clear' && isDay ? 'sunny' : null
}

/** Mood of the companion: clicks go before worries, worries before the weather, and that before the hour. */
export function moodOf(hour: number, clicks: number, { away }: Health, outside: Outside = null): Mood {
  if (clicks >= DIZZY_CLICKS) return 'dizzy'
  if (clicks > 0) return 'delighted'
  if (away > 0) return 'worried'
  if (outside?.sky === 'thunder') return 'startled'
  const ofHour = moodOfHour(hour)
  // While asleep it reacts only to thunder.
  if (ofHour === 'asleep' || outside === null) return ofHour
  return moodOfWeather(outside) ?? ofHour
}

const words: Record<Language, Record<Exclude<Mood, 'worried'>, string>> = {
  en: {
    asleep: 'Dreaming of uptime',
    fresh: 'Just switched on',
    eager: 'Full of energy',
    calm: 'Nicely warmed up',
    cosy: 'Glowing quietly',
    startled: 'Did you hear that?!',
    soaked: 'Rain. My one weakness',
    frosty: 'Somebody has to be warm',
    lost: 'Fog! I see only myself',
    melting: 'Even I find it hot',
    sunny: 'Competing with the sun',
    delighted: 'That tickles!',
    dizzy: 'Everything is spinning…',
  },
  es: {
    asleep: 'Soñando con el uptime',
    fresh: 'Recién encendido',
    eager: 'Lleno de energía',
    calm: 'A buena temperatura',
    cosy: 'Brillando bajito',
    startled: '¿Has oído ese trueno?',
    soaked: 'Lluvia: mi punto débil',
    frosty: 'Aquí el que calienta soy yo',
    lost: 'Niebla: solo me veo a mí',
    melting: 'Hasta yo tengo calor',
    sunny: 'Compitiendo con el sol',
    delighted: '¡Que me haces cosquillas!',
    dizzy: 'Todo me da vueltas…',
  },
}

/** The mood in words. */
export function moodText(mood: Mood, language: Language, { away, total }: Health): string {
  if (mood !== 'worried') return words[language][mood]
  if (language === 'es') return away === 1 ? `Falta 1 agente de ${total}` : `Faltan ${away} agentes de ${total}`
  return `Missing ${away} of ${total} ${total === 1 ? 'agent' : 'agents'}`
}
