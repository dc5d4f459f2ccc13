import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

const TEXT_FONT = /hanken-grotesk-latin-wght-normal.*\.woff2$/

/** Lines that only explain. */
const COMMENT = /^ *(\/\/|\/\*\*).*\n/gm

export const fileHere = (name: string) => readFileSync(join(import.meta.dirname, name), 'utf8')

export const withoutComments = (script: string) => script.replace(COMMENT, '')

/** The theme's script under an address that changes with what is in it, so that no page gets another version's. */
export function themeAddress(): string {
  const hash = createHash('sha256').update(fileHere('public/theme.js')).digest('base64url')
  return `/theme.js?${hash.slice(0, 8)}`
}

/**
 * What the page gets beside what it says itself: the one font of the first paint is fetched beside the styles that ask
 * for it, not after them; and the watchdog stands in the page, for it must work when no file arrives.
 */
export function indexPage(): Plugin {
  return {
    name: 'index-page',
    apply: 'build',
    transformIndexHtml(html, { bundle }) {
      const font = Object.keys(bundle ?? {}).find((name) => TEXT_FONT.test(name))
      const attrs = { rel: 'preload', href: `/${font}`, as: 'font', type: 'font/woff2', crossorigin: true }
      return {
        html: html.replace('/theme.js', themeAddress()),
        tags: [
          { tag: 'script', children: withoutComments(fileHere('watchdog.js')), injectTo: 'body' },
          ...(font ? [{ tag: 'link', attrs, injectTo: 'head' as const }] : []),
        ],
      }
    },
  }
}
