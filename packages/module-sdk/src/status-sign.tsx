const ROUND = 'M14 8A6 6 0 1 1 2 8a6 6 0 0 1 12 0'

/** Signs beside the colour of a state, for people who do not see it; drawn into 16 × 16. */
export const SIGN_PATHS = {
  done: `${ROUND}M5.5 8.3l1.8 1.8 3.4-3.8`,
  running: `${ROUND}M6.8 5.8v4.4L10.2 8z`,
  warning: 'M8 2.2 14.2 13H1.8zM8 6.3v3M8 11.2v.1',
  attention: `${ROUND}M8 4.8v3.6M8 10.9v.1`,
  info: `${ROUND}M8 7.4v3.8M8 5v.1`,
  upwards: `${ROUND}M8 11V5.4M5.6 7.6 8 5.2l2.4 2.4`,
  again: 'M13.5 8a5.5 5.5 0 1 1-1.7-4M12.2 1.5v2.8H9.4',
  away: `${ROUND}M6 6l4 4m0-4-4 4`,
  waiting: `${ROUND}M8 4.8v3.4l2.2 1.2`,
  shield: 'M8 1.8 13 3.6V8c0 3-2 5-5 6.3C5 13 3 11 3 8V3.6zM8 5.2v3.2M8 10.6v.1',
  onwards: 'M2.5 8h11M9.5 4l4 4-4 4',
  arrived: 'M3 8.5l3.2 3.2L13 5',
  stopped: `${ROUND}M3.8 3.8l8.4 8.4`,
  tooLate: 'M4 2.2h8M4 13.8h8M5 2.2c0 4.6 6 7 6 11.6M11 2.2c0 4.6-6 7-6 11.6',
  unknown: `${ROUND}M6.3 6.3a1.8 1.8 0 1 1 2.6 1.6c-.6.3-.9.7-.9 1.3M8 11.2v.1`,
  dot: 'M9 8a1 1 0 1 1-2 0 1 1 0 0 1 2 0',
} as const
export type SignName = keyof typeof SIGN_PATHS

/** Sign in the colour of the text around it. Hidden from screen readers: a text or a label must say the same. */
export function StatusSign({ name, className = '' }: { name: SignName; className?: string }) {
  return (
    <svg
      viewBox="0 0 16 16"
      className={`shrink-0 ${className}`}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      strokeLinejoin="round"
      data-sign={name}
      aria-hidden="true"
    >
      <path d={SIGN_PATHS[name]} />
    </svg>
  )
}
