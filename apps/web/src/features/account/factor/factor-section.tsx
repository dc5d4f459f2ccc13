import type { ReactNode } from 'react'

type FactorSectionProps = { title: string; about: ReactNode; action?: ReactNode; children?: ReactNode }

/** Section about one kind of second factor: explanation, a button, and as children the factors that are set up. */
export function FactorSection({ title, about, action, children }: FactorSectionProps) {
  return (
    <section className="grid gap-2 border-t pt-4 first:border-t-0 first:pt-0" aria-label={title}>
      <div className="flex flex-wrap items-start justify-between gap-2">
        <div className="min-w-0 flex-1 basis-56">
          <h3 className="font-medium">{title}</h3>
          <p className="text-muted-foreground text-sm">{about}</p>
        </div>
        {action}
      </div>
      {children}
    </section>
  )
}
