interface ImportMetaEnv {
  /** Base address of the API; the page's own origin where unset. */
  readonly VITE_API_URL?: string
}
