import type { Page } from '@atalaya/contract/dashboard'
import type { DisplayOrder } from '@atalaya/contract/displays'
import { useMutation } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight, RotateCw, ScanSearch, SunMedium, SunMoon } from 'lucide-react'
import { useState } from 'react'
import { Alert } from '#web/components/ui/alert.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { type Recipients, sendOrder } from '#web/features/displays/displays.queries.ts'
import { identifyCode } from '#web/features/displays/identify-code.ts'
import { OrderMenu } from '#web/features/displays/order-menu.tsx'
import { orderResultText } from '#web/features/displays/playlist-words.ts'
import { RemoteMessage } from '#web/features/displays/remote-message.tsx'
import { RemotePage } from '#web/features/displays/remote-page.tsx'

const THEMES = [
  { title: 'As the system', order: { kind: 'theme', theme: 'system' } },
  { title: 'Light', order: { kind: 'theme', theme: 'light' } },
  { title: 'Dark', order: { kind: 'theme', theme: 'dark' } },
] as const
const BRIGHTNESSES = [100, 80, 60, 40, 20, 10].map((brightness) => ({
  title: `${brightness} %`,
  order: { kind: 'brightness', brightness } as const,
}))

type RemoteProps = {
  recipients: Recipients
  pages: readonly Page[]
  /** True if a page is shown for a limited time, or may be. */
  canGoBack: boolean
}

/** Buttons for orders to displays; each result has the number of displays reached. */
export function Remote({ recipients, pages, canGoBack }: RemoteProps) {
  const { mutate, data, error, isPending } = useMutation(sendOrder)
  const [code, setCode] = useState<string | null>(null)

  function send(order: DisplayOrder) {
    setCode(order.kind === 'identify' ? order.code : null)
    mutate({ to: recipients, order })
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" size="sm" onClick={() => send({ kind: 'previous' })}>
          <ChevronLeft aria-hidden />
          Previous
        </Button>
        <Button variant="secondary" size="sm" onClick={() => send({ kind: 'next' })}>
          Next
          <ChevronRight aria-hidden />
        </Button>
        <Button variant="secondary" size="sm" onClick={() => send({ kind: 'identify', code: identifyCode() })}>
          <ScanSearch aria-hidden />
          Identify
        </Button>
        <OrderMenu title="Theme" icon={SunMoon} orders={THEMES} onChoose={send} />
        <OrderMenu title="Brightness" icon={SunMedium} orders={BRIGHTNESSES} onChoose={send} />
        <Button variant="secondary" size="sm" onClick={() => send({ kind: 'reload' })}>
          <RotateCw aria-hidden />
          Reload
        </Button>
      </div>
      <RemotePage pages={pages} canGoBack={canGoBack} onOrder={send} />
      <RemoteMessage onOrder={send} />
      {error && <Alert>{error.message}</Alert>}
      <div role="status" className="grid gap-1 text-sm empty:hidden">
        {code && !error && (
          <p>
            For ten seconds it shows the code{' '}
            <strong className="rounded-md bg-primary-soft px-2 py-0.5 font-mono text-lg text-primary-text tracking-widest">
              {code}
            </strong>
          </p>
        )}
        {isPending ? (
          <p className="text-muted-foreground">Sending...</p>
        ) : (
          data && !error && <p>{orderResultText(data)}</p>
        )}
      </div>
    </div>
  )
}
