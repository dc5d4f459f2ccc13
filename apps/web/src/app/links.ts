/** Addresses that the server writes into the page for an installation (`LANDING_URL`, `SOURCE_URL`). */
const given = (name: string) => document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content

/** The two addresses outside the product. */
export const LANDING_URL = given('landing-url') ?? 'https://atalaya.example'
export const GITHUB_URL = given('source-url') ?? 'https://github.com/atalaya-example/atalaya'
