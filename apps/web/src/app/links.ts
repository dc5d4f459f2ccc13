/** Content of a meta tag: the server writes the addresses of an installation (`LANDING_URL`, `SOURCE_URL`) there. */
const metaContent = (name: string) => document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content

/** The two addresses outside the product. */
export const LANDING_URL = metaContent('landing-url') ?? 'https://atalaya.example'
export const GITHUB_URL = metaContent('source-url') ?? 'https://github.com/atalaya-example/atalaya'
