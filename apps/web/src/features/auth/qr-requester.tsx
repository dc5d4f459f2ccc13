import type { QrRequester } from '@atalaya/contract/qr'
import { timeText } from '@atalaya/format/time'
import { MonitorSmartphone, TriangleAlert } from 'lucide-react'
import { useFormats } from '#web/lib/formats.ts'

type QrRequesterPanelProps = { requester: QrRequester; matchCode: string | undefined }

/** Shows the device to be signed in. Security: an attacker may have sent the code to get their own device approved. */
export function QrRequesterPanel({ requester, matchCode }: QrRequesterPanelProps) {
  const time = timeText(requester.when, useFormats())
  return (
    <section aria-labelledby="requester" className="grid gap-3">
      <div className="rounded-lg border bg-muted/50">
        <div className="flex items-center gap-3 p-3">
          <MonitorSmartphone className="size-5 shrink-0 text-muted-foreground" aria-hidden />
          <div className="min-w-0">
            <h2 id="requester" className="text-muted-foreground text-xs">
              This device asks to be signed in
            </h2>
            <p className="truncate font-medium">
              {requester.browser} on {requester.os}
            </p>
            <p className="truncate text-muted-foreground text-xs">
              {requester.ip} · {time}
            </p>
          </div>
        </div>
        <p className="flex items-center justify-between gap-3 border-t px-3 py-2 text-sm">
          Its screen must show
          <strong className="font-mono text-lg tracking-widest">{matchCode}</strong>
        </p>
      </div>
      {requester.sameNetwork ? (
        <p className="text-muted-foreground text-xs">
          Go on only if you see that screen in front of you. The person there will use your account.
        </p>
      ) : (
        <p role="alert" className="flex gap-2 rounded-md bg-destructive-soft px-3 py-2 text-destructive-text text-sm">
          <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden />
          That device is in another network than yours. If somebody sent you this code, stop here: they would get into
          your account.
        </p>
      )}
    </section>
  )
}
