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
  /** JSON, as the contract has them. */
  tags: string
  entries: string
  settings: string
  event_page_id: string | null
  event_until: number | null
  created_at: number
}

/** State of a display's screen, as it last reported. */
type DisplayScreensTable = {
  display_id: string
  /** Start of the program that shows it, and the end of its lease. */
  screen: string
  /** 0: it ended, and its owner was notified. */
  screen_until: number
  report: string
  seen_at: number
  /** When another screen was refused since this one began; only if this one speaks again there are two. */
  refused_at: number | null
  /** When the owner was notified of it. */
  copy_seen_at: number | null
}

/** A code that a screen shows to be made a display. */
export type DisplayCodesTable = {
  code_hash: string
  short_hash: string
  poll_hash: string
  /** 1 if a browser generated it, which then shows its cookie. */
  is_bound: number
  user_agent: string
  ip: string
  network: string
  created_at: number
  expires_at: number
  display_id: string | null
  released_at: number | null
}
