/** The product's version, written in by the build. */
declare const __VERSION__: string

interface ImportMetaEnv {
  /** Base address of the API; the page's own origin if unset. */
  readonly VITE_API_URL?: string
}
