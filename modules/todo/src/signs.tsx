/** Icons of boxes and buttons: drawn here, as modules bring no icons along. */
export const Check = () => <Sign path="M3 8.5 6.5 12 13 4.5" />
export const Cross = () => <Sign path="M4 4l8 8M12 4l-8 8" />
export const Plus = () => <Sign path="M8 3v10M3 8h10" />
export const Up = () => <Sign path="M8 13V3M4 7l4-4 4 4" />
export const Down = () => <Sign path="M8 3v10M4 9l4 4 4-4" />

function Sign({ path }: { path: string }) {
  return (
    <svg viewBox="0 0 16 16" className="todo-sign" fill="none" stroke="currentColor" strokeWidth="2" aria-hidden>
      <path d={path} strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  )
}
