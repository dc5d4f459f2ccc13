import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { contrast, contrastFaults, luminance, PAIRS } from '#server/themes/contrast.ts'
import { defaultColours } from '#server/themes/default-colours.ts'
import { shippedThemes } from '#server/themes/shipped.ts'

const css = readFileSync(new URL('../../../web/src/styles.css', import.meta.url), 'utf8')
const OKLCH = /--([\w-]+): oklch\(([\d.]+) ([\d.]+) ([\d.]+)\);/g

/** Gamma-encodes a linear channel of sRGB (CSS Color 4). */
const encodeChannel = (linear: number) => (linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055)

/** `oklch(l c h)` in sRGB, each channel cut to what screens show (CSS Color 4). */
function inSrgb(l: number, c: number, h: number): number[] {
  const [a, b] = [c * Math.cos((h * Math.PI) / 180), c * Math.sin((h * Math.PI) / 180)]
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const middle = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * middle + 1.707614701 * short,
  ].map((linear) => Math.round(255 * Math.min(1, Math.max(0, encodeChannel(linear)))))
}
const channels = (hex: string) => [1, 3, 5].map((start) => Number.parseInt(hex.slice(start, start + 2), 16))

test.each(['light', 'dark'] as const)(
  'the style sheet has the colours that themes are checked against (%s)',
  (mode) => {
    const block = css.slice(css.indexOf(mode === 'light' ? ':root {' : '\n.dark {')).split('}')[0] ?? ''
    const styled = new Map([...block.matchAll(OKLCH)].map(([, name = '', ...lch]) => [name, lch.map(Number)]))
    for (const [name, hex] of Object.entries(defaultColours[mode])) {
      const [l = 0, c = 0, h = 0] = styled.get(name) ?? []
      const differences = inSrgb(l, c, h).map((channel, n) => Math.abs(channel - (channels(hex)[n] ?? 0)))
      // Tolerance of rounding: 2 of 255.
      expect({ name, isNear: Math.max(...differences) <= 2 }).toEqual({ name, isNear: true })
    }
  },
)

test('contrast is computed as in WCAG', () => {
  expect(contrast('#ffffff', '#000000')).toBe(21)
  expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2)
  expect(luminance('#ff0000')).toBeCloseTo(0.2126, 4)
})

test.each(shippedThemes.map((theme) => [theme.name, theme] as const))('%s has no contrast faults', (_name, theme) => {
  expect(contrastFaults(theme)).toEqual([])
})

test('texts of Atalaya have the WCAG contrast on every background', () => {
  for (const mode of ['light', 'dark'] as const) {
    for (const { foreground, background, minimum } of PAIRS) {
      if (minimum < 4.5) continue
      const backgroundColour = background === 'white' ? '#ffffff' : defaultColours[mode][background]
      expect([foreground, background, contrast(defaultColours[mode][foreground], backgroundColour) >= 4.5]).toEqual([
        foreground,
        background,
        true,
      ])
    }
  }
})
