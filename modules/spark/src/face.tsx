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
  delighted: 'M48 78q12 16 24 0z',
  dizzy: 'M49 82q5 -6 10 0t11 0',
}
const cheeks: readonly Mood[] = ['fresh', 'cosy', 'delighted']

/** A flame that somebody drew a face on: what it feels shows in eyes, mouth, cheeks and colour. */
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
  const size = mood === 'eager' ? 5 : 4
  return (
    <g className="spark-eyes" fill="currentColor">
      <circle cx="49" cy="66" r={size} />
      <circle cx="71" cy="66" r={size} />
    </g>
  )
}
