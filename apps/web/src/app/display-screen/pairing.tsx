import { useQuery } from '@tanstack/react-query'
import { QRCodeSVG } from 'qrcode.react'
import { useEffect } from 'react'
import { becomeDisplay } from '#web/app/display-screen/own-display.ts'
import { codeQuery, codeStatusQuery, isRateLimited } from '#web/app/display-screen/pairing.queries.ts'
import { Picture } from '#web/app/display-screen/picture.tsx'
import { OfflineBanner } from '#web/app/offline-banner.tsx'
import { Logo } from '#web/components/logo.tsx'
import { useSecondsLeft } from '#web/features/auth/use-seconds-left.ts'
import { cn } from '#web/lib/looks/cn.ts'
import { onlyHereText } from '#web/lib/loopback.ts'

/** Address where the code is typed in. */
const ADDRESS = `${window.location.host}/displays`

/** Pairing of a screen: a code as picture and text, replaced whenever it ends. */
export function Pairing() {
  const { data: code, failureReason, isFetching, refetch } = useQuery(codeQuery)
  return (
    <Picture className="flex flex-col">
      <OfflineBanner />
      <main className="grid min-h-0 flex-1 grid-cols-1 content-center justify-center justify-items-center gap-[5cqmin] p-[5cqmin] text-[clamp(1rem,3.2cqmin,2.25rem)] leading-snug [@container_(min-aspect-ratio:5/4)]:grid-cols-[auto_minmax(0,auto)] [@container_(min-aspect-ratio:5/4)]:items-center">
        {code && !isFetching ? (
          <Code key={code.code} code={code} onEnd={() => void refetch()} />
        ) : (
          <Waiting reason={failureReason} />
        )}
      </main>
    </Picture>
  )
}

type CodeProps = { code: { code: string; shortCode: string; pollToken: string; endMs: number }; onEnd: () => void }

function Code({ code, onEnd }: CodeProps) {
  const seconds = useSecondsLeft(code.endMs)
  const { data } = useQuery({ ...codeStatusQuery(code), enabled: seconds > 0 })
  const isOver = seconds === 0 || data?.status === 'expired' || (data?.status === 'paired' && !data.token)
  useEffect(() => {
    if (data?.token) becomeDisplay(data.token)
    else if (isOver) onEnd()
  }, [data, isOver, onEnd])
  return (
    <>
      <Square className={cn('bg-white p-[2.5cqmin]', isOver && 'opacity-10')}>
        <QRCodeSVG
          value={`${window.location.origin}/displays?pair=${code.code}`}
          level="M"
          boostLevel={false}
          title="QR code to make this screen a display"
          className="size-full"
        />
      </Square>
      <Words
        status={isOver ? 'This code has ended. The next one is on its way…' : 'Waiting to be paired…'}
        shortCode={code.shortCode}
      >
        {onlyHereText('a phone')}
      </Words>
    </>
  )
}

function textOf(reason: Error | null): string {
  if (isRateLimited(reason)) return 'Too many codes were asked for from here. The next one comes in a minute…'
  return reason ? 'The server cannot be reached. Trying again…' : 'A code is on its way…'
}

const Waiting = ({ reason }: { reason: Error | null }) => (
  <>
    <Square className="border bg-card">
      <Logo className="m-auto size-1/3 opacity-40" />
    </Square>
    <Words status={textOf(reason)} shortCode={null} />
  </>
)

function Square({ className, children }: { className: string; children: React.ReactNode }) {
  return (
    <div className={cn('grid size-[min(56cqmin,34rem)] rounded-[2.5cqmin] transition-opacity', className)}>
      {children}
    </div>
  )
}

type WordsProps = { status: string; shortCode: string | null; children?: React.ReactNode }

function Words({ status, shortCode, children }: WordsProps) {
  return (
    <div className="grid max-w-[34ch] content-center justify-items-center gap-[2.5cqmin] text-center [@container_(min-aspect-ratio:5/4)]:justify-items-start [@container_(min-aspect-ratio:5/4)]:text-left">
      <h1 className="font-semibold text-[1.5em] leading-tight">Make this screen a display</h1>
      <p className="text-balance text-muted-foreground">
        Scan this with your phone, or type the code at <span className="break-words text-foreground">{ADDRESS}</span>
      </p>
      <p className="min-h-[1.2em] whitespace-nowrap font-mono font-semibold text-[2.2em] text-primary-text leading-tight tracking-[0.08em]">
        {shortCode}
      </p>
      <p role="status" className="text-[0.8em] text-muted-foreground">
        {status}
      </p>
      {children && <p className="text-pretty text-[0.7em] text-muted-foreground">{children}</p>}
      <a href="/login" className="text-[0.7em] text-muted-foreground underline-offset-4 hover:underline">
        Sign in as a person instead
      </a>
    </div>
  )
}
