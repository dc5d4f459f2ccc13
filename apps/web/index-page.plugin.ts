import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

const TEXT_FONT = /hanken-grotesk-latin-wght-normal.*\.woff2$/

/** Lines that hold only a comment. */
const COMMENT = /^ *(\/\/|\/\*\*).*\n/gm

export const readFileHere = (name: string) => readFileSync(join(import.meta.dirname, name), 'utf8')

export const withoutComments = (script: string) => script.replace(COMMENT, '')

const THEME = '<script src="/theme.js"></script>'

/** Puts the theme's script into the page: nothing else can be drawn before it has run. */
export function themeInPage(): Plugin {
  return {
    name: 'theme-in-page',
    apply: 'build',
    transformIndexHtml: {
      order: 'pre',
      handler(html) {
        if (!html.includes(THEME)) throw new Error(`index.html has no ${THEME}`)
        return html.replace(THEME, () => `<script>${withoutComments(readFileHere('theme.js'))}</script>`)
      },
    },
  }
}

/**
 * Additions to the page. The one font of the first paint is fetched together with the styles that ask for it, not after
 * them. The watchdog is inline, because it must work if no file arrives.
 */
function fontAndWatchdog(): Plugin {
  return {
    name: 'font-and-watchdog',
    apply: 'build',
    transformIndexHtml(_html, { bundle }) {
      const font = Object.keys(bundle ?? {}).find((name) => TEXT_FONT.test(name))
      const attrs = { rel: 'preload', href: `/${font}`, as: 'font', type: 'font/woff2', crossorigin: true }
      return [
        { tag: 'script', children: withoutComments(readFileHere('watchdog.js')), injectTo: 'body' },
        ...(font ? [{ tag: 'link', attrs, injectTo: 'head' as const }] : []),
      ]
    },
  }
}

/** Plugins with the additions to the built page. */
export const indexPage = (): Plugin[] => [themeInPage(), fontAndWatchdog()]
