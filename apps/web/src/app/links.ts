/** The two addresses outside the product; set them when building for an installation of your own. */
export const LANDING_URL = import.meta.env.VITE_LANDING_URL ?? 'https://atalaya.example'
export const GITHUB_URL = import.meta.env.VITE_GITHUB_URL ?? 'https://github.com/atalaya-example/atalaya'
