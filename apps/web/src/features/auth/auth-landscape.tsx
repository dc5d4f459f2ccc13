/** Decoration behind the form: hills with a watchtower and its light. */
export function AuthLandscape() {
  return (
    <svg
      viewBox="0 0 1440 420"
      preserveAspectRatio="xMidYMax slice"
      className="absolute inset-x-0 bottom-0 -z-10 h-[46svh] w-full overflow-visible"
      aria-hidden="true"
      focusable="false"
    >
      <defs>
        <radialGradient id="lamp-light">
          <stop offset="0" className="[stop-color:var(--primary)] [stop-opacity:0.35]" />
          <stop offset="0.35" className="[stop-color:var(--primary)] [stop-opacity:0.09]" />
          <stop offset="1" className="[stop-color:var(--primary)] [stop-opacity:0]" />
        </radialGradient>
      </defs>
      <circle cx="1210" cy="92" r="250" fill="url(#lamp-light)" />
      <g className="fill-[color-mix(in_oklab,var(--border)_80%,var(--foreground)_12%)]">
        <path d="M1187 200 1197 116h26l10 84Z" />
        <path d="M1187 101h46l-6 11h-34Z" />
      </g>
      <path
        d="M0 262c180-62 330-8 520-38s300-92 470-70 260 74 450 40v226H0Z"
        className="fill-[color-mix(in_oklab,var(--border)_45%,var(--sidebar))]"
      />
      <circle cx="1210" cy="91" r="7" className="fill-primary" />
      <path
        d="M0 342c240-70 420-20 690-34s470-98 750-44v156H0Z"
        className="fill-[color-mix(in_oklab,var(--border)_75%,var(--sidebar))]"
      />
    </svg>
  )
}
