/** Content of a meta tag: the server writes an installation's own URLs there (`LANDING_URL`, `SOURCE_URL`). */
const metaContent = (name: string) => document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content

/** URLs of the product's landing page and of its source repository. */
export const LANDING_URL = metaContent('landing-url') ?? 'https://atalaya.example'
export const SOURCE_URL = metaContent('source-url') ?? 'https://github.com/atalaya-example/atalaya'
