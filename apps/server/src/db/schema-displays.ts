export type DisplaysSchema = {
  displays: DisplaysTable
  display_screens: DisplayScreensTable
  display_codes: DisplayCodesTable
}

/** A display, by its credential's id. */
export type DisplaysTable = {
  id: string
  owner_id: string
  name: string
  place: string
  zone: string
  /** `tags`, `entries` and `settings`: JSON in the contract's shapes. */
  tags: string
  entries: string
  settings: string
  /** Page that a request shows for a while, until `event_until` in ms. */
  event_page_id: string | null
  event_until: number | null
  created_at: number
}

/** Newest reported state of a display's screen. */
type DisplayScreensTable = {
  display_id: string
  /** Id of the screen that holds the lease; made when its browser starts, kept on reload. */
  screen: string
  /** End of the lease in ms. 0 once a job has noticed the end, to announce it once. */
  screen_until: number
  report: string
  seen_at: number
  /**
   * First time that another screen was refused during this lease. If the holder reports again, there are two screens;
   * if not, the device was restarted.
   */
  refused_at: number | null
  /** When a second screen was last recorded, at most once an hour: it has a copy of the credential. */
  copy_seen_at: number | null
}

/** A code that a screen shows to be made a display. */
export type DisplayCodesTable = {
  code_hash: string
  /** Hash of the short code that people type. */
  short_hash: string
  /** Hash of the secret by which the screen asks whether it is paired. */
  poll_hash: string
  /** 1 if a browser asked for the code. Its credential then works only together with a cookie. */
  is_bound: number
  user_agent: string
  ip: string
  /** Key for counting the open codes of a network: the address, or an IPv6 /64. */
  network: string
  created_at: number
  expires_at: number
  display_id: string | null
  /** When the screen first fetched its credential. */
  released_at: number | null
}
