interface ImportMetaEnv {
  /** Base address of the API; the page's own origin where unset. */
  readonly VITE_API_URL?: string
  /** Where the sidebar's logo leads. */
  readonly VITE_LANDING_URL?: string
  /** Where the header's GitHub link leads. */
  readonly VITE_GITHUB_URL?: string
}
