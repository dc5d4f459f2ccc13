/** The page with a line that stands on it, beside the client's own root, so that it stands whatever the client does. */
export function withNotice(html: string, notice: string): string {
  const text = notice.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
  return html.replace('<body>', () => `<body><aside class="notice" aria-label="Notice">${text}</aside>`)
}
