import type { Formats } from './formats.ts'

const made = new Map<string, Intl.NumberFormat>()

/** English where no locale is chosen, as the texts around numbers are. */
function numberFormat(shape: Intl.NumberFormatOptions, { locale = 'en' }: Formats): Intl.NumberFormat {
  const key = JSON.stringify([locale, shape])
  const format = made.get(key) ?? new Intl.NumberFormat(locale, shape)
  made.set(key, format)
  return format
}

/** A number as it is, with the decimal sign of the chosen locale. */
export const plainNumber = (value: number, formats: Formats): string =>
  formats.locale === undefined
    ? String(value)
    : numberFormat({ useGrouping: false, maximumSignificantDigits: 15 }, formats).format(value)

/** With so many decimals at most. */
export const numberText = (value: number, decimals: number, formats: Formats): string =>
  numberFormat({ maximumFractionDigits: decimals }, formats).format(value)

/** With so many decimals exactly. */
export const fixedText = (value: number, decimals: number, formats: Formats): string =>
  numberFormat({ minimumFractionDigits: decimals, maximumFractionDigits: decimals }, formats).format(value)

/** With so many significant digits at most. */
export const digitsText = (value: number, digits: number, formats: Formats): string =>
  numberFormat({ maximumSignificantDigits: digits }, formats).format(value)

/** A tick as it is: rounded like a value, 12.5 would be written as 13 beside the line at 12.5. */
export const tickText = (tick: number, formats: Formats): string => digitsText(tick, 6, formats)

/** One decimal below 10, none from there on, and never a trailing '.0'. */
export function percentText(value: number, formats: Formats): string {
  const tenths = Math.round(value * 10) / 10
  return `${plainNumber(tenths >= 10 ? Math.round(value) : tenths, formats)} %`
}
