import type { ChosenColours, ColourName, Colours } from '@atalaya/contract/colours'
import type { Issue } from '@atalaya/contract/envelope'
import { defaultColours } from './default-colours.ts'

export type Mode = 'light' | 'dark'
/** Two colours: `foreground` lies on `background`. Their contrast must be at least `minimum`. */
type Pair = { foreground: ColourName; background: ColourName | 'white'; minimum: number }

/** Contrast of text (WCAG 2.2, 1.4.3), and of marks and borders that carry meaning (1.4.11). */
const TEXT = 4.5
const MARK = 3

const SURFACES = ['background', 'card', 'popover', 'muted', 'accent'] as const
const STATUSES = ['success', 'warning', 'destructive', 'info'] as const
const CHARTS = ['chart-1', 'chart-2', 'chart-3', 'chart-4', 'chart-5', 'chart-6', 'chart-7', 'chart-8'] as const

const pairs = (
  foregrounds: readonly ColourName[],
  backgrounds: readonly Pair['background'][],
  minimum: number,
): Pair[] => foregrounds.flatMap((foreground) => backgrounds.map((background) => ({ foreground, background, minimum })))

/** Pairs that lie on each other on screens: text and marks as the style sheet's classes use them. */
export const PAIRS: readonly Pair[] = [
  ...pairs(['foreground', 'muted-foreground'], [...SURFACES, 'sidebar', 'primary-soft'], TEXT),
  ...STATUSES.flatMap((status) => [
    ...pairs([`${status}-text`, 'foreground', 'muted-foreground'], [`${status}-soft`], TEXT),
    ...pairs([`${status}-text`], SURFACES, TEXT),
    ...pairs([status], ['background', 'card', 'popover'], MARK),
  ]),
  ...pairs(['primary-text'], ['background', 'card', 'popover', 'muted', 'sidebar', 'primary-soft'], TEXT),
  ...pairs(['primary-foreground'], ['primary', 'primary-hover'], TEXT),
  ...pairs(['destructive', 'destructive-hover'], ['white'], TEXT),
  ...pairs(['ring'], [...SURFACES, 'sidebar'], MARK),
  ...pairs(['primary'], ['background', 'card', 'sidebar'], MARK),
  ...pairs(['input'], ['background', 'card', 'popover'], MARK),
  ...pairs(CHARTS, ['background', 'card'], MARK),
]

/** Linear light of a channel of sRGB, both from 0 to 1. */
const toLinear = (channel: number) => (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4)

/** Relative luminance of `#rrggbb` (WCAG 2.2), between 0 and 1. */
export function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) =>
    toLinear(Number.parseInt(colour.slice(at, at + 2), 16) / 255),
  )
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Contrast ratio of two colours (WCAG 2.2), between 1 and 21. */
export function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

/** Rounds down: a ratio that misses its bound must not look like the bound. */
const floorToTwoDigits = (ratio: number) => Math.floor(ratio * 100) / 100

const ratioIn = (colours: Required<Colours>, { foreground, background }: Pair) =>
  contrast(colours[foreground], background === 'white' ? '#ffffff' : colours[background])

/** Minimum for a pair: that of WCAG, or the product's own ratio if that is lower. */
const minimumFor = (pair: Pair, mode: Mode) =>
  Math.min(pair.minimum, floorToTwoDigits(ratioIn(defaultColours[mode], pair)))

/** Colours of a mode, with the product's own for absent ones. */
export const withDefaultColours = (colours: Colours, mode: Mode): Required<Colours> => ({
  ...defaultColours[mode],
  ...colours,
})

const TITLES = { light: 'Light', dark: 'Dark' }

function faultsIn(chosen: Colours, mode: Mode): Issue[] {
  const colours = withDefaultColours(chosen, mode)
  const faults = PAIRS.map((pair) => ({ pair, ratio: ratioIn(colours, pair), needed: minimumFor(pair, mode) }))
    .filter(({ ratio, needed }) => ratio < needed)
    .map(({ pair: { foreground, background }, ratio, needed }) => ({
      path: `${mode}.${foreground}`,
      message: `${TITLES[mode]}: ${foreground} on ${background} has a contrast of ${floorToTwoDigits(ratio)}; it needs ${needed}`,
    }))
  // Scroll bars and the browser's own controls are drawn for the mode.
  const isLight = luminance(colours.background) > luminance(colours.foreground)
  if (isLight === (mode === 'light')) return faults
  const message = `${TITLES[mode]}: the background must be ${mode === 'light' ? 'lighter' : 'darker'} than the foreground`
  return [{ path: `${mode}.background`, message }, ...faults]
}

/** Reasons why colours are hard to read; none if they are fine. */
export const contrastFaults = ({ light, dark }: Omit<ChosenColours, 'of'>): Issue[] => [
  ...faultsIn(light, 'light'),
  ...faultsIn(dark, 'dark'),
]
