import type { Formats } from './formats.ts'

const cache = new Map<string, Intl.NumberFormat>()

/** English if no locale is chosen, as the texts around numbers are. */
function numberFormat(shape: Intl.NumberFormatOptions, { locale = 'en' }: Formats): Intl.NumberFormat {
  const key = JSON.stringify([locale, shape])
  const format = cache.get(key) ?? new Intl.NumberFormat(locale, shape)
  cache.set(key, format)
  return format
}

/** A number without rounding, with the decimal sign of the chosen locale. */
export const plainNumber = (value: number, formats: Formats): string =>
  formats.locale === undefined
    ? String(value)
    : numberFormat({ useGrouping: false, maximumSignificantDigits: 15 }, formats).format(value)

/** Number with at most `decimals` decimals. */
export const numberText = (value: number, decimals: number, formats: Formats): string =>
  numberFormat({ maximumFractionDigits: decimals }, formats).format(value)

/** Number with exactly `decimals` decimals. */
export const fixedText = (value: number, decimals: number, formats: Formats): string =>
  numberFormat({ minimumFractionDigits: decimals, maximumFractionDigits: decimals }, formats).format(value)

/** Number with at most `digits` significant digits. */
export const digitsText = (value: number, digits: number, formats: Formats): string =>
  numberFormat({ maximumSignificantDigits: digits }, formats).format(value)

/** One decimal if the value is below `decimalsBelow`, else none; never a trailing `.0`: `9.5`, `10`. */
export function shortNumber(value: number, decimalsBelow: number, formats: Formats): string {
  const tenths = Math.round(value * 10) / 10
  return plainNumber(tenths < decimalsBelow ? tenths : Math.round(value), formats)
}

export const percentText = (value: number, formats: Formats): string => `${shortNumber(value, 10, formats)} %`
