export type Current = { temperature: number; wind: number }

/** Reads the service's answer; throws if it has another shape. */
export function readCurrent(body: unknown): Current {
  const { current } = (body ?? {}) as { current?: Record<string, unknown> }
  const { temperature_2m: temperature, wind_speed_10m: wind } = current ?? {}
  if (typeof temperature !== 'number' || typeof wind !== 'number') throw new Error('The weather could not be read')
  return { temperature, wind }
}
