/** The signs of the buttons: drawn here, as modules bring no icons along. */
export const Plus = () => <Sign path="M8 3v10M3 8h10" />
export const Back = () => <Sign path="M10 3 5 8l5 5" />
export const Next = () => <Sign path="M6 3l5 5-5 5" />
export const Pause = () => <Sign path="M5.5 3.5v9M10.5 3.5v9" />
export const Play = () => <Sign path="M5 3.5v9L12 8z" />
export const Order = () => <Sign path="M5 13V3M2.5 5.5 5 3l2.5 2.5M11 3v10M8.5 10.5 11 13l2.5-2.5" />
export const Bin = () => <Sign path="M3 4.5h10M6.5 4.5V3h3v1.5M4.5 4.5l.5 8.5h6l.5-8.5M6.8 7v3.5M9.2 7v3.5" />
export const Cross = () => <Sign path="M4 4l8 8M12 4l-8 8" />

function Sign({ path }: { path: string }) {
  return (
    <svg viewBox="0 0 16 16" className="photos-sign" fill="none" stroke="currentColor" strokeWidth="1.75" aria-hidden>
      <path d={path} strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  )
}
