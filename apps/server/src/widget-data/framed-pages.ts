import { escapeHtml } from '@atalaya/module-package/frame-policy'
import { SealError, type SecretBox } from '#server/secrets/secret-box.ts'

/** Owner under which URLs are sealed. */
const SEAL_OWNER = 'framed page'
/** Sandbox of the framed page, the same as in the widget's frame: people may open the frame's URL directly. */
const SANDBOX = 'allow-scripts allow-same-origin allow-forms'

/**
 * Pages of this server that frame foreign pages, so that the client's content security policy names no foreign origin.
 * The URLs are sealed, so that only pages of widgets are shown.
 */
export function createFramedPages(box: SecretBox) {
  return {
    pathOf: (url: string): string => `/framed/${box.seal(url, SEAL_OWNER)}`,

    /** Unseals a URL; null if this installation did not seal it. */
    urlOf(sealed: string): URL | null {
      try {
        return new URL(box.open(sealed, SEAL_OWNER))
      } catch (error) {
        if (error instanceof SealError) return null
        throw error
      }
    },
  }
}
export type FramedPages = ReturnType<typeof createFramedPages>

/** Headers of a frame: no script, nothing loaded but the framed page, and shown on pages of this server only. */
export const framedHeaders = (ancestors: readonly string[]) => ({
  'content-security-policy': [
    `sandbox ${SANDBOX}`,
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    'frame-src http: https:',
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${ancestors.join(' ')}`,
  ].join('; '),
  'cache-control': 'private, max-age=3600',
})

/** The document of a frame. */
export const framedPage = ({ href, hostname }: URL): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${escapeHtml(hostname)}</title>
<style>html,body{height:100%;margin:0}iframe{display:block;width:100%;height:100%;border:0}</style>
</head>
<body><iframe title="${escapeHtml(hostname)}" src="${escapeHtml(href)}" sandbox="${SANDBOX}" referrerpolicy="no-referrer"></iframe></body>
</html>
`
