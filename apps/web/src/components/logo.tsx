/** The watchtower with its lamp; the tower takes the colour of the text around it. */
export function Logo({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 24 24" className={className} aria-hidden="true" focusable="false">
      <path
        d="M8.3 12h7.4l1.9 10.2h-3.9v-2.7a1.7 1.7 0 0 0-3.4 0v2.7H6.4ZM5 8.2h14v1.1a1.3 1.3 0 0 1-1.3 1.3H6.3A1.3 1.3 0 0 1 5 9.3Z"
        fill="currentColor"
      />
      <circle cx="12" cy="4.4" r="2.3" className="fill-primary" />
      <path d="M3.6 4.4h3.2m10.4 0h3.2" strokeWidth="1.3" strokeLinecap="round" className="stroke-primary" />
    </svg>
  )
}
