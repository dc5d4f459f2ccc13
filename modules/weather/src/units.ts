const KM_PER_MILE = 1.609344
const NAME_MAX = 200
const COORDINATES = /\s*\(?-?\d[\d.]*\s*,\s*-?\d[\d.]*\)?\s*$/

/** Formatters for a form's choice of units; the source gives °C and km/h. */
export function unitsOf(choice: unknown) {
  const isFahrenheit = choice === 'Fahrenheit'
  return {
    /** '21°', never '-0°'. */
    degrees: (celsius: number) => `${Math.round(isFahrenheit ? (celsius * 9) / 5 + 32 : celsius) + 0}°`,
    speed: (kmh: number) => (isFahrenheit ? `${Math.round(kmh / KM_PER_MILE)} mph` : `${Math.round(kmh)} km/h`),
  }
}
export type Units = ReturnType<typeof unitsOf>

/** Name of the place, up to its first comma: as the source found it, else the form's text without coordinates. */
export function placeName(text: unknown, found: string | null): string {
  const named = typeof text === 'string' ? text.slice(0, NAME_MAX).replace(COORDINATES, '') : ''
  const [first = ''] = (found ?? named).split(',')
  return first.trim() || String(text ?? '')
}
