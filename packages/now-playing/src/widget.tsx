import { usePicture, useSize, WithData } from '@atalaya/module-sdk'
import type { ReactNode } from 'react'
import { Note } from './note.tsx'
import type { NowPlaying, Playing } from './now-playing.ts'
import { Cover } from './picture.tsx'
import { Progress } from './progress.tsx'

/** The current track: with a large picture, or in a line if the widget has one row. */
export function NowPlayingWidget() {
  const { height } = useSize()
  return (
    <WithData<NowPlaying>>
      {(data, age) => {
        if (!('title' in data)) return <Silence state={data.state} age={age} hasOneRow={height === 1} />
        return <Track playing={data} age={age} hasOneRow={height === 1} />
      }}
    </WithData>
  )
}

const silences = {
  nothing: ['Nothing is playing', 'Start some music, and it shows here.'],
  connect: ['Spotify is not connected', 'Connect it in Settings, under Connections.'],
  reconnect: ['Spotify asks for your consent again', 'Reconnect it in Settings, under Connections.'],
} as const

function Silence({ state, age, hasOneRow }: { state: keyof typeof silences; age: ReactNode; hasOneRow: boolean }) {
  const [title, hint] = silences[state]
  return <Note title={title} hint={hint} age={age} hasOneRow={hasOneRow} />
}

type Props = { playing: Playing; age: ReactNode }

/** Draws what plays. A large picture is loaded after the other data. */
function Track({ playing, age, hasOneRow }: Props & { hasOneRow: boolean }) {
  const picture = usePicture(playing.picture ?? null)
  const whole = picture === null ? playing : { ...playing, cover: picture }
  return hasOneRow ? <Line playing={whole} age={age} /> : <Large playing={whole} age={age} />
}

function Large({ playing, age }: Props) {
  const { cover, title, artist, album } = playing
  return (
    <div className="relative isolate h-full overflow-hidden [container-type:size]">
      <Glow cover={cover} />
      <div className="flex h-full items-center gap-4 p-3 @max-[16rem]:flex-col @max-[16rem]:justify-center @max-[16rem]:gap-2">
        <Cover
          playing={playing}
          className="size-[min(100cqh-1.5rem,45cqw)] rounded-lg @max-[16rem]:aspect-auto @max-[16rem]:h-auto @max-[16rem]:min-h-0 @max-[16rem]:w-full @max-[16rem]:flex-1 [@container(width<16rem)_and_(height<10rem)]:hidden"
        />
        <div className="flex min-w-0 flex-1 flex-col gap-0.5 self-stretch @max-[16rem]:flex-none">
          <div className="flex min-h-5 items-center gap-2 @max-[16rem]:order-last @max-[7rem]:flex-wrap">
            <State playing={playing} textClass="@max-[24rem]:sr-only" />
            <span className="ml-auto">{age}</span>
          </div>
          <div className="flex min-h-0 flex-1 flex-col justify-center">
            <p
              className="line-clamp-2 text-balance font-semibold text-lg leading-tight @max-[16rem]:line-clamp-1 @max-[16rem]:text-base [@container(height<10rem)]:line-clamp-1"
              title={title}
            >
              {title}
            </p>
            <p className="truncate" title={artist}>
              {artist}
            </p>
            <p
              className="truncate text-muted-foreground text-sm @max-[16rem]:hidden [@container(height<10rem)]:hidden"
              title={album}
            >
              {album}
            </p>
          </div>
          <Progress playing={playing} />
        </div>
      </div>
    </div>
  )
}

/** One line; on a narrow widget the data's age takes the artist's place. */
function Line({ playing, age }: Props) {
  const { cover, title, artist } = playing
  return (
    <div className="relative isolate h-full overflow-hidden [container-type:size]">
      <Glow cover={cover} />
      <div className="flex h-full items-center gap-3 p-2.5">
        <Cover playing={playing} className="size-[min(100cqh-1.25rem,5rem)] rounded-md @max-[12rem]:hidden" />
        <div className="flex min-w-0 flex-1 flex-col justify-center gap-0.5">
          <div className="flex items-center gap-2">
            <p className="min-w-0 flex-1 truncate font-semibold leading-tight" title={title}>
              {title}
            </p>
            <State playing={playing} textClass="sr-only" />
          </div>
          <div className="flex items-center gap-2">
            <p
              className={`min-w-0 flex-1 truncate text-muted-foreground text-sm leading-tight ${age ? '@max-[16rem]:sr-only' : ''}`}
              title={artist}
            >
              {artist}
            </p>
            {age}
          </div>
          <Progress playing={playing} />
        </div>
      </div>
    </div>
  )
}

/** The picture's colours behind everything, faintly. */
function Glow({ cover }: { cover: string | null }) {
  if (!cover) return null
  return (
    <img
      src={cover}
      alt=""
      className="-z-10 absolute inset-0 size-full scale-125 object-cover opacity-15 blur-2xl saturate-150 dark:opacity-30 dark:brightness-50"
    />
  )
}

function State({ playing: { state }, textClass }: { playing: Playing; textClass: string }) {
  const text = state === 'playing' ? 'Playing' : 'Paused'
  return (
    <span className="flex shrink-0 items-center gap-1.5 text-muted-foreground text-xs">
      <svg viewBox="0 0 16 16" className="size-3 fill-current" aria-hidden="true">
        <path d={state === 'playing' ? 'M4 2.5v11l9-5.5z' : 'M4 2.5h3v11H4zm5 0h3v11H9z'} />
      </svg>
      <span className={textClass}>{text}</span>
    </span>
  )
}
