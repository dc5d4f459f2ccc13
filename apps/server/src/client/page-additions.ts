/** Additions of an installation to each page: a notice, and the targets of the logo and of the link to the source. */
export type Additions = {
  notice?: string | undefined
  landingUrl?: string | undefined
  sourceUrl?: string | undefined
  /** JSON of the providers by which people sign in. */
  providers?: string | undefined
}

const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)

/** The page with the additions. The notice stands outside of the client's root, so that the client can't remove it. */
export function withAdditions(html: string, { notice, landingUrl, sourceUrl, providers }: Additions): string {
  const metas = Object.entries({ 'landing-url': landingUrl, 'source-url': sourceUrl, providers })
    .filter(([, content]) => content !== undefined)
    .map(([name, content = '']) => `<meta name="${name}" content="${escaped(content)}">`)
  const line = notice === undefined ? '' : `<aside class="notice" aria-label="Notice">${escaped(notice)}</aside>`
  return html.replace('</head>', () => `${metas.join('')}</head>`).replace('<body>', () => `<body>${line}`)
}
