export type Mood = 'asleep' | 'fresh' | 'eager' | 'calm' | 'cosy' | 'worried' | 'delighted' | 'dizzy'
export type Language = 'en' | 'es'

/** How the agents are doing; nothing is known before they are read, and for who has none. */
export type Health = { away: number; total: number }

/** Clicks in a few seconds that are too many. */
const DIZZY_CLICKS = 6

/** What the companion feels: clicks go before worries, and worries before the hour. */
export function moodOf(hour: number, clicks: number, { away }: Health): Mood {
  if (clicks >= DIZZY_CLICKS) return 'dizzy'
  if (clicks > 0) return 'delighted'
  if (away > 0) return 'worried'
  if (hour < 6 || hour >= 23) return 'asleep'
  if (hour < 10) return 'fresh'
  if (hour < 14) return 'eager'
  return hour < 19 ? 'calm' : 'cosy'
}

const words: Record<Language, Record<Exclude<Mood, 'worried'>, string>> = {
  en: {
    asleep: 'Dreaming of uptime',
    fresh: 'Just switched on',
    eager: 'Full of energy',
    calm: 'Nicely warmed up',
    cosy: 'Glowing quietly',
    delighted: 'That tickles!',
    dizzy: 'Everything is spinning…',
  },
  es: {
    asleep: 'Soñando con el uptime',
    fresh: 'Recién encendido',
    eager: 'Lleno de energía',
    calm: 'A buena temperatura',
    cosy: 'Brillando bajito',
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
