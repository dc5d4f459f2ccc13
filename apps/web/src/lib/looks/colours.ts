import type { ChosenColours } from '@atalaya/contract/colours'

/** Hands colours to theme.js, which paints them and keeps them for the next first paint. */
export const showColours = (look?: ChosenColours) => dispatchEvent(new CustomEvent('colours', { detail: look }))
