/** The left edge of a pinned column: a shade, where the table is wider than its place and may go on below. */
export const EDGE =
  '@max-4xl:before:absolute @max-4xl:before:inset-y-0 @max-4xl:before:right-full @max-4xl:before:w-2.5 @max-4xl:before:bg-linear-to-r @max-4xl:before:from-transparent @max-4xl:before:to-(--shade) before:pointer-events-none'
