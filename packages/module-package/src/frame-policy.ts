/**
 * Headers that shut a module's files in: they load nothing but each other, and send nothing out. `pageOrigin` is the
 * origin that the browser used, `home` the address of the module's folder there. `clientOrigins` may frame them too.
 *
 * A `Content-Security-Policy` does not stop WebRTC and preconnects. The `Connection-Allowlist` does (WICG draft;
 * Chromium from 152 on). Documents inside the frame inherit both.
 */
export function frameHeaders(pageOrigin: string, home: string, clientOrigins: readonly string[]) {
  return {
    'content-security-policy': contentPolicy(pageOrigin, home, clientOrigins),
    'connection-allowlist': '(response-origin);webrtc=block',
  }
}

function contentPolicy(pageOrigin: string, home: string, clientOrigins: readonly string[]): string {
  return [
    'sandbox allow-scripts',
    "default-src 'none'",
    `script-src ${home}`,
    `style-src ${home} 'unsafe-inline'`,
    `img-src ${home} data: blob:`,
    `font-src ${home} data:`,
    `media-src ${home} data: blob:`,
    "connect-src 'none'",
    "form-action 'none'",
    "base-uri 'none'",
    `frame-ancestors ${[pageOrigin, ...clientOrigins].join(' ')}`,
  ].join('; ')
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
/** Escapes a text for HTML, in attributes too. */
export const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (character) => escapes[character] ?? '')

/** The document that runs a module whose entry is a script. */
export function framePage({ name, entry }: { name: string; entry: string }): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapeHtml(name)}</title>
<script type="module" src="${escapeHtml(entry)}"></script>
</head>
<body></body>
</html>
`
}
