import { escapeHtml } from '@atalaya/module-package/frame-policy'
import { SealError, type SecretBox } from '#server/secrets/secret-box.ts'

/** Purpose of a sealed address: it opens for nothing else. */
const OWNER = 'framed page'
/** Same sandbox as the widget's own frame; it counts if our frame is opened directly. */
const SANDBOX = 'allow-scripts allow-same-origin allow-forms'

/**
 * Frames of ours around foreign pages: the policy of the program's own pages then names no foreign origin. Their
 * addresses are sealed, so that we show only pages of widgets.
 */
export function createFramedPages(box: SecretBox) {
  return {
    pathOf: (address: string): string => `/framed/${box.seal(address, OWNER)}`,

    /** The address that was sealed; null if we did not seal it. */
    addressOf(sealed: string): URL | null {
      try {
        return new URL(box.open(sealed, OWNER))
      } catch (error) {
        if (error instanceof SealError) return null
        throw error
      }
    },
  }
}
export type FramedPages = ReturnType<typeof createFramedPages>

/** The headers of a frame: it has no script, loads nothing but the page, and stands on our own pages only. */
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
