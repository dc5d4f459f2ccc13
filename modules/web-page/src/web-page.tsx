import { useConfig, useFramed, useSuspended, WithData } from '@atalaya/module-sdk'
import { type CSSProperties, type ReactNode, useEffect, useRef, useState } from 'react'
import type { FramedPage } from '../server.ts'

const MINUTE_MS = 60_000
/** The page's own scripts, storage and forms; no windows, no downloads, and no way to the page around it. */
const SANDBOX = 'allow-scripts allow-same-origin allow-forms'

/** A web page in a frame. */
export function WebPage() {
  return <WithData<FramedPage>>{(page, age) => <PageView page={page} age={age} />}</WithData>
}

function PageView({ page: { address, framed, refusal }, age }: { page: FramedPage; age: ReactNode }) {
  const { hostname, protocol } = new URL(address)
  if (refusal) {
    return (
      <Note age={age} title={`${hostname} does not let itself be shown on other pages.`}>
        Its header {refusal} says so.
      </Note>
    )
  }
  if (protocol === 'http:' && globalThis.location?.protocol === 'https:') {
    return (
      <Note age={age} title={`${hostname} can't be shown here.`}>
        Browsers show no page without encryption on one with it.
      </Note>
    )
  }
  return <Frame host={hostname} path={framed} age={age} />
}

function Frame({ host, path, age }: { host: string; path: string; age: ReactNode }) {
  const { zoom = 100 } = useConfig()
  const address = useFramed(path)
  const loads = useLoads()
  const scale = Number(zoom) / 100
  const size: CSSProperties = {
    width: `${100 / scale}%`,
    height: `${100 / scale}%`,
    transform: scale === 1 ? undefined : `scale(${scale})`,
    transformOrigin: '0 0',
  }
  return (
    <div className="relative h-full overflow-hidden bg-white">
      {address === null ? (
        <Sketch host={host} />
      ) : (
        <iframe key={loads} title={host} src={address} sandbox={SANDBOX} className="block border-0" style={size} />
      )}
      {age && <p className="absolute right-1 bottom-1 rounded bg-background px-1.5 text-xs">{age}</p>}
    </div>
  )
}

/** Number of reloads of the page. One that fell due out of sight is made when the page comes back into sight. */
function useLoads(): number {
  const { reloadMinutes } = useConfig()
  const isSuspended = useSuspended()
  const [loads, setLoads] = useState(0)
  const loadedAt = useRef(performance.now())
  useEffect(() => {
    if (typeof reloadMinutes !== 'number' || isSuspended) return
    const everyMs = reloadMinutes * MINUTE_MS
    let timer: ReturnType<typeof setTimeout>
    const plan = (waitMs: number) => {
      timer = setTimeout(() => {
        loadedAt.current = performance.now()
        setLoads((before) => before + 1)
        plan(everyMs)
      }, waitMs)
    }
    plan(Math.max(0, everyMs - (performance.now() - loadedAt.current)))
    return () => clearTimeout(timer)
  }, [reloadMinutes, isSuspended])
  return loads
}

/** Drawing in place of the page, for previews, which fetch nothing. */
function Sketch({ host }: { host: string }) {
  return (
    <div className="flex h-full flex-col gap-3 bg-card p-4" aria-hidden>
      <p className="truncate rounded-md bg-muted px-2 py-1 text-muted-foreground text-sm">{host}</p>
      <div className="h-1/4 rounded-md bg-primary/25" />
      <div className="grid flex-1 grid-cols-3 gap-3">
        <div className="rounded-md bg-muted" />
        <div className="rounded-md bg-muted" />
        <div className="rounded-md bg-muted" />
      </div>
    </div>
  )
}

function Note({ title, age, children }: { title: string; age: ReactNode; children: ReactNode }) {
  return (
    <div className="grid h-full content-center gap-1 overflow-hidden p-4 text-center">
      <p className="font-medium">{title}</p>
      <p className="text-muted-foreground text-sm">{children}</p>
      {age && <p className="text-sm">{age}</p>}
    </div>
  )
}
