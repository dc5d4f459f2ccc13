import { useConfig, useIsDisplay, useSize, WithData } from '@atalaya/module-sdk'
import type { ReactNode } from 'react'
import type { GameStatus, Player } from '../server/status.ts'
import { PlayerLine } from './player-line.tsx'

/** Players on a game server. */
export function GameServer() {
  return <WithData<GameStatus>>{(status, age) => <ServerTile status={status} age={age} />}</WithData>
}

type StatusProps = { status: GameStatus; age: ReactNode }

function ServerTile({ status, age }: StatusProps) {
  const { height } = useSize()
  if (height === 1) return <Line status={status} age={age} />
  return (
    <div className="@container flex h-full flex-col gap-2 overflow-hidden p-3">
      <Heading status={status} age={age} />
      <div className="flex min-h-0 flex-1 gap-4">
        <div className="flex @max-[20rem]:flex-1 w-32 shrink-0 flex-col gap-1">
          <Count status={status} />
          <div className="max-h-20 min-h-0 flex-1">
            <PlayerLine history={status.history} max={status.max} />
          </div>
        </div>
        <Players players={status.players} online={status.online} />
      </div>
      <Facts status={status} />
    </div>
  )
}

/** Content of a tile one row high. */
function Line({ status, age }: StatusProps) {
  return (
    <div className="@container h-full overflow-hidden">
      <div className="flex h-full items-center gap-3 px-3 @max-[14rem]:flex-col @max-[14rem]:items-start @max-[14rem]:justify-center @max-[14rem]:gap-0">
        <div className="min-w-0 flex-1 leading-tight @max-[14rem]:w-full @max-[14rem]:flex-none">
          <p className="flex items-center gap-x-1.5 @max-[14rem]:flex-wrap">
            <Name status={status} />
            {age}
          </p>
          <div className={age ? '@max-[14rem]:sr-only' : ''}>
            <TruncatedLine text={[status.game, status.map].filter(Boolean).join(' · ')} />
          </div>
        </div>
        <div className="@max-[26rem]:hidden h-8 w-28 shrink-0">
          <PlayerLine history={status.history} max={status.max} />
        </div>
        <Count status={status} />
      </div>
    </div>
  )
}

/** One line, with the whole text in its title if there is no room for it. */
function TruncatedLine({ text }: { text: string }) {
  return (
    <p className="truncate text-muted-foreground text-xs tabular-nums" title={text}>
      {text}
    </p>
  )
}

function Heading({ status, age }: StatusProps) {
  return (
    <div className="min-w-0 leading-tight">
      <p className="flex min-w-0 items-center gap-x-1.5 @max-[14rem]:flex-wrap">
        <span
          className={`size-2 shrink-0 rounded-full @max-[12rem]:hidden ${age ? 'bg-warning' : 'bg-success'}`}
          aria-hidden
        />
        <Name status={status} />
        {age}
      </p>
      <div className={age ? '@max-[14rem]:sr-only' : ''}>
        <TruncatedLine text={status.game} />
      </div>
    </div>
  )
}

/** Name of the server, else its address. */
function Name({ status: { name, isLocked } }: { status: GameStatus }) {
  const { host, port } = useConfig()
  const address = port === undefined ? String(host) : `${host}:${port}`
  return (
    <>
      <span className="min-w-0 truncate font-semibold text-sm" title={name || address}>
        {name || address}
      </span>
      {isLocked && (
        <svg
          viewBox="0 0 16 16"
          className="size-3 shrink-0 fill-muted-foreground"
          role="img"
          aria-label="Needs a password"
        >
          <path d="M4.5 7V5a3.5 3.5 0 0 1 7 0v2h.5a1 1 0 0 1 1 1v5.5a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V8a1 1 0 0 1 1-1zm1.6 0h3.8V5a1.9 1.9 0 0 0-3.8 0z" />
        </svg>
      )}
    </>
  )
}

function Count({ status: { online, max } }: { status: GameStatus }) {
  return (
    <p className="shrink-0 whitespace-nowrap tabular-nums leading-none">
      <span className="font-semibold text-2xl @max-[14rem]:text-xl/5" data-figure>
        {online}
      </span>
      {max !== null && <span className="text-muted-foreground text-sm"> / {max}</span>}
      <span className="sr-only"> players</span>
    </p>
  )
}

function Players({ players, online }: { players: readonly Player[]; online: number }) {
  // A display can't be scrolled: players who do not fit go to a column out of sight.
  const isDisplay = useIsDisplay()
  if (players.length === 0) {
    return (
      <p className="grid @max-[20rem]:hidden flex-1 place-items-center text-muted-foreground text-sm">
        {online === 0 ? 'Nobody plays right now.' : 'The server does not give their names.'}
      </p>
    )
  }
  return (
    <ul
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reached by the keyboard.
      tabIndex={0}
      aria-label="Players"
      className={`@max-[20rem]:hidden min-w-0 flex-1 border-l pl-3 text-sm leading-snug @min-[34rem]:columns-2 ${isDisplay ? 'columns-1 overflow-hidden [column-fill:auto]' : 'scroll-list'}`}
    >
      {players.map(({ name, score, isBot }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: names can be there twice, and the list is drawn as a whole.
        <li key={index} className="flex break-inside-avoid items-baseline gap-2">
          <span className={`min-w-0 flex-1 truncate ${isBot ? 'text-muted-foreground' : ''}`} title={name}>
            {name}
            {isBot && <span className="text-xs"> (bot)</span>}
          </span>
          {score !== null && <span className="text-muted-foreground text-xs tabular-nums">{score}</span>}
        </li>
      ))}
    </ul>
  )
}

function Facts({ status: { map, version, ping } }: { status: GameStatus }) {
  const facts = [map, version, `${Math.round(ping)} ms`].filter((fact) => fact !== '')
  return <TruncatedLine text={facts.join(' · ')} />
}
