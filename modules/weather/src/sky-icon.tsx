import type { Sky } from '@atalaya/weather/forecast'
import type { ReactNode } from 'react'

const CLOUD = 'M12.5 25.5a5.5 5.5 0 0 1-.6-10.97A7.5 7.5 0 0 1 26.3 16a4.8 4.8 0 0 1-.8 9.5z'

/** The sky as a small picture, by day or by night; beside it stands a text that says the same. */
export function SkyIcon({ sky, isDay = true, className }: { sky: Sky; isDay?: boolean; className: string }) {
  return (
    <svg viewBox="0 0 36 36" className={`shrink-0 ${className}`} fill="none" strokeLinecap="round" aria-hidden="true">
      {parts(sky, isDay)}
    </svg>
  )
}

function parts(sky: Sky, isDay: boolean): ReactNode {
  if (sky === 'clear') return isDay ? <Sun /> : <Moon />
  if (sky === 'fair') {
    return (
      <>
        <g transform="translate(7 -2) scale(.72)">{isDay ? <Sun /> : <Moon />}</g>
        <Cloud y={3} />
      </>
    )
  }
  if (sky === 'fog') return <Fog />
  if (sky === 'cloudy') {
    return (
      <>
        <path d={CLOUD} transform="translate(10 -2) scale(.8)" className="fill-muted-foreground/45" />
        <Cloud y={3} />
      </>
    )
  }
  return (
    <>
      <Cloud y={-4} />
      <g strokeWidth="2.2">{falling[sky]}</g>
    </>
  )
}

const Cloud = ({ y }: { y: number }) => (
  <path
    d={CLOUD}
    transform={`translate(-1 ${y})`}
    className="fill-[color-mix(in_oklab,var(--muted-foreground)_72%,var(--card))] stroke-card"
    strokeWidth="1.2"
  />
)

function Sun() {
  const rays = [0, 45, 90, 135, 180, 225, 270, 315]
  return (
    <g className="stroke-sun" strokeWidth="2.4">
      <circle cx="18" cy="18" r="6.6" className="fill-sun" />
      {rays.map((angle) => (
        <path key={angle} d="M18 4.6v3" transform={`rotate(${angle} 18 18)`} />
      ))}
    </g>
  )
}

const Moon = () => (
  <path d="M26.8 21.6A10.2 10.2 0 0 1 14.4 9.2a10.2 10.2 0 1 0 12.4 12.4z" className="fill-sun stroke-none" />
)

const Fog = () => (
  <>
    <Cloud y={-5} />
    <path d="M8 25h20M11 29.5h14" strokeWidth="2.2" className="stroke-muted-foreground" />
  </>
)

const drop = (x: number, length = 5) => (
  <path key={x} d={`M${x} 24.5l${-length / 2.6} ${length}`} className="stroke-chart-2" />
)
const flake = (x: number, y: number) => (
  <path
    key={`${x} ${y}`}
    d={`M${x} ${y - 2}v4M${x - 1.8} ${y - 1}l3.6 2M${x + 1.8} ${y - 1}l-3.6 2`}
    strokeWidth="1.5"
    className="stroke-chart-2"
  />
)

const falling: Partial<Record<Sky, ReactNode>> = {
  drizzle: [drop(14, 3), drop(20, 3), drop(26, 3)],
  rain: [drop(13.5), drop(19.5), drop(25.5)],
  sleet: [drop(13.5), flake(19, 28), drop(26)],
  snow: [flake(12.5, 27), flake(18.5, 30), flake(24.5, 27)],
  thunder: <path d="M19.5 22.5l-4 5.5h4.6l-3 5.5" className="stroke-sun" strokeLinejoin="round" />,
}
