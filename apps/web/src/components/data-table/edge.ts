export type Edge = 'left' | 'right'

/** Shadow beside a column pinned to the right, while the table can scroll sideways. */
const SHADE =
  '@max-4xl:before:absolute @max-4xl:before:inset-y-0 @max-4xl:before:right-full @max-4xl:before:w-2.5 @max-4xl:before:bg-linear-to-r @max-4xl:before:from-transparent @max-4xl:before:to-(--shade) before:pointer-events-none'

/** Pinned cells lie above the columns that scroll past. */
export const PINNED: Record<Edge, string> = {
  left: 'sticky left-0 z-1 bg-card',
  right: `sticky right-0 z-1 bg-card ${SHADE}`,
}
