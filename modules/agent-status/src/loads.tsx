import { secondsText } from '@atalaya/format/date'
import { type Sample, useFormats } from '@atalaya/module-sdk'
import { type KeyboardEvent, type PointerEvent, type ReactNode, useState } from 'react'
import { loadOf, percentText } from './load.ts'
import { Meter } from './meter.tsx'

/** New index of the cursor for each key of a slider. */
const cursorMoves: Record<string, (n: number, last: number) => number> = {
  ArrowLeft: (n) => n - 1,
  ArrowDown: (n) => n - 1,
  ArrowRight: (n) => n + 1,
  ArrowUp: (n) => n + 1,
  Home: () => 0,
  End: (_n, last) => last,
}

/**
 * Recent load of a machine, with a cursor: a mouse moves it, a finger taps it, the arrows step through time. Without a
 * cursor it shows the newest.
 */
export function Loads({ samples, age }: { samples: readonly Sample[]; age: ReactNode }) {
  const formats = useFormats()
  const [cursorAt, setCursorAt] = useState<string | null>(null)
  const last = samples.length - 1
  const cursorIndex = samples.findIndex(({ at }) => at === cursorAt)
  const cursor = cursorIndex === -1 ? null : cursorIndex
  const choose = (n: number) => setCursorAt(samples[Math.min(last, Math.max(0, n))]?.at ?? null)

  function onPointer({ currentTarget, clientX }: PointerEvent) {
    const { left, width } = currentTarget.getBoundingClientRect()
    choose(Math.round(((clientX - left) / width) * last))
  }
  function onKeyDown(event: KeyboardEvent) {
    const move = cursorMoves[event.key]
    if (!move) return
    event.preventDefault()
    choose(move(cursor ?? last, last))
  }

  const loads = samples.map(loadOf)
  const { cpu, memory } = loads[cursor ?? last] ?? { cpu: null, memory: null }
  const when = cursor === null ? null : secondsText(samples[cursor]?.at ?? '', formats)
  return (
    <div
      className="relative flex min-h-0 min-w-0 flex-1 flex-col gap-2 rounded-sm"
      role="slider"
      tabIndex={0}
      aria-label="CPU and memory over time"
      aria-valuemin={0}
      aria-valuemax={last}
      aria-valuenow={cursor ?? last}
      aria-valuetext={`${when ?? 'Newest'}: CPU ${percentText(cpu)}, memory ${percentText(memory)}`}
      onKeyDown={onKeyDown}
      onBlur={() => setCursorAt(null)}
      onPointerDown={onPointer}
      onPointerMove={onPointer}
      // A tapped reading stays after the finger is gone.
      onPointerLeave={({ pointerType }) => pointerType === 'mouse' && setCursorAt(null)}
    >
      {when && (
        <p
          className={`absolute top-5 z-10 rounded-sm border bg-popover px-1 text-[0.6875rem] tabular-nums leading-tight ${(cursor ?? 0) > last / 2 ? 'left-0' : 'right-0'}`}
          aria-hidden
        >
          {when}
        </p>
      )}
      <Meter label="CPU" values={loads.map((load) => load.cpu)} cursor={cursor} color="text-chart-1" age={age} />
      <Meter label="Memory" values={loads.map((load) => load.memory)} cursor={cursor} color="text-chart-2" />
    </div>
  )
}
