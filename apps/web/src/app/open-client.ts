/** Window features: the size of a small display. */
const POPUP = 'popup,width=1024,height=600'

/** Opens the display in a window of its own; a second click finds the first window again. */
export const openClient = () => window.open('/client', 'atalaya-client', POPUP)
