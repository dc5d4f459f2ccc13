export type PictureConfig = {
  url: string
  seconds?: number
  caption?: string
  fit?: 'cover' | 'contain'
  user?: string
  password?: string
  header?: string
  headerValue?: string
}

/** `picture` is the key under which Atalaya keeps it; `at` is when it was fetched, in ms since 1970. */
export type PictureData = { picture: string; width: number; height: number; at: number }
