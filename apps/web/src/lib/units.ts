import { bytesText } from '@atalaya/charts/bytes'

/** One decimal below 10, none from there on, and never a trailing '.0'. */
export function percent(value: number): string {
  const tenths = Math.round(value * 10) / 10
  return `${tenths >= 10 ? Math.round(value) : tenths} %`
}

export const bytesPerSecond = (value: number) => `${bytesText(value)}/s`
