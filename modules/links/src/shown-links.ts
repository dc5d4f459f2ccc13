import type { Config } from '@atalaya/module-sdk'
import { type Check, type LinkRow, webAddress } from '../server/link.ts'

const SIGN_LETTERS = 3

/** A link as it is drawn. `url` is null if the form holds no address of the web. */
export type ShownLink = {
  name: string
  url: string | null
  sign: string
  color: string | undefined
  check: Check | null
}

/** Links of the form, each with the server's result; without `checks` nothing is known. */
export function shownLinks({ links }: Config, checks: readonly Check[]): ShownLink[] {
  const rows = Array.isArray(links) ? (links as LinkRow[]) : []
  const checkByUrl = new Map(checks.map((check) => [check.url, check]))
  return rows.map(({ name, url, icon = '', color }) => {
    const address = webAddress(url)
    return {
      name,
      url: address,
      sign: signOf(icon.trim(), name),
      color,
      check: checkByUrl.get(address ?? '') ?? null,
    }
  })
}

/** Sign from the form, else from the name. Letters are cut to three; an emoji of many code points stays whole. */
function signOf(icon: string, name: string): string {
  if (icon === '') return [...name.trim()].slice(0, 1).join('').toUpperCase()
  return /^[\p{L}\p{N}]/u.test(icon) ? [...icon].slice(0, SIGN_LETTERS).join('') : icon
}

/** Black or white text for a background `#rrggbb`: the one with more contrast by WCAG 2.2. */
export function inkOn(color: string): string {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  // Relative luminance. At 0.179 black and white have the same contrast.
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179 ? '#000000' : '#ffffff'
}

/** Result for a link, in a few letters: `34 ms`, `503`, `No answer`. */
export function checkText({ isUp, status, ms }: Check): string {
  if (isUp) return `${ms} ms`
  return status === null ? 'No answer' : `Error ${status}`
}

/** Summary of all links: `All 6 up`, `2 of 6 down`; of a single one `Up` or `Down`. */
export function summaryText(links: readonly ShownLink[]): string {
  const known = links.filter(({ check }) => check !== null)
  const down = known.filter(({ check }) => check?.isUp === false).length
  if (known.length === 0) return links.length === 1 ? '1 link' : `${links.length} links`
  if (links.length === 1) return down > 0 ? 'Down' : 'Up'
  return down > 0 ? `${down} of ${known.length} down` : `All ${known.length} up`
}
