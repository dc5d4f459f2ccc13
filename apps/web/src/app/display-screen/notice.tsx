import type { ReactNode } from 'react'
import { Picture } from '#web/app/display-screen/picture.tsx'
import { OfflineBanner } from '#web/app/offline-banner.tsx'
import { Logo } from '#web/components/logo.tsx'

type NoticeProps = { title: string; text: string; children?: ReactNode }

/** Message of a display that shows no pages. */
export function Notice({ title, text, children }: NoticeProps) {
  return (
    <Picture className="flex flex-col">
      <OfflineBanner />
      <main className="grid flex-1 content-center justify-items-center gap-[3cqmin] p-[6cqmin] text-center">
        <Logo className="size-[max(2.5rem,10cqmin)]" />
        <div role="alert" className="grid gap-[2cqmin]">
          <h1 className="font-semibold text-[clamp(1.5rem,5.5cqmin,4rem)] leading-tight">{title}</h1>
          <p className="text-balance text-[clamp(1rem,3cqmin,2rem)] text-muted-foreground leading-snug">{text}</p>
        </div>
        <div className="flex flex-wrap justify-center gap-3 pt-[1cqmin]">{children}</div>
      </main>
    </Picture>
  )
}
