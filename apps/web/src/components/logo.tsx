/** The watchtower with its lamp; the tower takes the colour of the text around it. */
export function Logo({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 24 24" className={className} aria-hidden="true" focusable="false">
      <path d="M6.6 22 8.3 11h7.4l1.7 11Z" fill="currentColor" />
      <path d="M5.8 7.2h12.4l-1.5 2.6H7.3Z" fill="currentColor" />
      <circle cx="12" cy="4" r="2.2" className="fill-primary" />
    </svg>
  )
}
