import type { Mood } from './mood.ts'

const ink = { stroke: 'currentColor', strokeWidth: 3, strokeLinecap: 'round', fill: 'none' } as const

const closed = 'M43 66q6 5 12 0M65 66q6 5 12 0'
const happy = 'M43 68q6 -8 12 0M65 68q6 -8 12 0'
const crossed = 'M44 61l10 9m0 -9l-10 9M66 61l10 9m0 -9l-10 9'

const mouths: Record<Mood, string> = {
  asleep: 'M56 82h8',
  fresh: 'M51 80q9 7 18 0',
  eager: 'M49 79q11 11 22 0',
  calm: 'M52 81q8 4 16 0',
  cosy: 'M53 80q7 5 14 0',
  worried: 'M52 85q8 -7 16 0',
  startled: 'M56 83a4 4 0 1 0 8 0a4 4 0 1 0 -8 0z',
  soaked: 'M51 83q9 -5 18 0',
  frosty: 'M49 82l4 -3l4 3l4 -3l4 3l4 -3',
  lost: 'M54 82h12',
  melting: 'M50 80h20q-3 9 -10 0',
  sunny: 'M49 79q11 9 22 0',
  delighted: 'M48 78q12 16 24 0z',
  dizzy: 'M49 82q5 -6 10 0t11 0',
}
const cheeks: readonly Mood[] = ['fresh', 'cosy', 'delighted', 'frosty', 'melting']

const sizes: Partial<Record<Mood, number>> = { eager: 5, startled: 6.5, lost: 3 }

/** A flame with a drawn face: its mood shows in eyes, mouth, cheeks and colour. */
export function Face({ mood }: { mood: Mood }) {
  return (
    <svg viewBox="0 0 120 120" className="size-full" aria-hidden>
      <ellipse cx="60" cy="113" rx="26" ry="4" className="fill-foreground/10" />
      <g className="spark-bob">
        <path
          d="M60 6c5 16 34 28 34 62a34 34 0 0 1-68 0c0-15 7-24 14-30 0 8 3 13 8 15 0-19 4-33 12-47z"
          className={mood === 'worried' ? 'fill-chart-2' : 'fill-primary'}
        />
        <path d="M60 44c3 10 22 14 22 32a22 22 0 0 1-44 0c0-9 5-14 9-17 2 4 4 5 6 6 0-8 3-15 7-21z" fill="#fff8e7" />
        {cheeks.includes(mood) && (
          <g className="fill-chart-1/40">
            <circle cx="43" cy="77" r="4" />
            <circle cx="77" cy="77" r="4" />
          </g>
        )}
        <g className="text-[#3a2413]">
          <Eyes mood={mood} />
          <path d={mouths[mood]} {...ink} fill={mood === 'delighted' ? 'currentColor' : 'none'} />
        </g>
      </g>
      <Weather mood={mood} />
      {mood === 'asleep' && (
        <g className="fill-muted-foreground font-semibold text-[11px]">
          <text x="86" y="40">
            z
          </text>
          <text x="95" y="28">
            Z
          </text>
        </g>
      )}
    </svg>
  )
}

function Eyes({ mood }: { mood: Mood }) {
  if (mood === 'asleep') return <path d={closed} {...ink} />
  if (mood === 'delighted') return <path d={happy} {...ink} />
  if (mood === 'dizzy') return <path d={crossed} {...ink} />
  if (mood === 'sunny') return <Glasses />
  const size = sizes[mood] ?? 4
  return (
    <g className="spark-eyes" fill="currentColor">
      <circle cx="49" cy="66" r={size} />
      <circle cx="71" cy="66" r={size} />
    </g>
  )
}

const Glasses = () => (
  <g>
    <path
      d="M38 62q11 -3 20 0q1 11 -9 12q-10 0 -11 -12zM62 62q9 -3 20 0q-1 12 -11 12q-10 -1 -9 -12z"
      fill="currentColor"
    />
    <path d="M57 64q3 -2 6 0M42 65l4 5M67 65l4 5" {...ink} strokeWidth={2} stroke="#fff8e7" />
  </g>
)

/** Rain and snow on the companion. */
function Weather({ mood }: { mood: Mood }) {
  if (mood === 'soaked')
    return (
      <path
        d="M14 22l-3 9M30 8l-3 9M22 46l-3 9M100 14l-3 9M108 40l-3 9M88 4l-3 9"
        {...ink}
        className="text-info-text"
      />
    )
  if (mood === 'frosty')
    return (
      <path
        d={[
          [16, 30],
          [26, 10],
          [100, 20],
          [106, 46],
          [12, 56],
        ]
          .map(flake)
          .join('')}
        {...ink}
        strokeWidth={2}
        className="text-info-text"
      />
    )
  if (mood === 'lost')
    return (
      <path
        d="M6 56q10 -6 20 0t20 0M74 92q10 -6 20 0t20 0M4 98q8 -5 16 0t16 0"
        {...ink}
        className="text-muted-foreground"
      />
    )
  if (mood === 'startled') return <path d="M100 6l-10 16h9l-7 16" {...ink} className="text-warning-text" />
  if (mood === 'melting')
    return <path d="M92 44q6 9 0 12q-6 -3 0 -12zM102 66q5 7 0 10q-5 -3 0 -10z" className="fill-info-text" />
  return null
}

/** A small star of three strokes. */
const flake = ([x = 0, y = 0]: number[]) => `M${x - 4} ${y}h8M${x - 2} ${y - 4}l4 8M${x + 2} ${y - 4}l-4 8`
