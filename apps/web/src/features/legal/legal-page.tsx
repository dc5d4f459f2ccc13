import type { LegalPage as Page } from '@atalaya/contract/legal'
import { longDateText } from '@atalaya/format/time'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import { Link } from 'react-router'
import { Logo } from '#web/components/logo.tsx'
import { Alert } from '#web/components/ui/alert.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Skeleton } from '#web/components/ui/skeleton.tsx'
import { DEFAULT_TEXTS } from '#web/features/legal/default-texts.ts'
import { legalQuery } from '#web/features/legal/legal.queries.ts'
import { useFormats } from '#web/lib/formats.ts'
import { isAdmin, useSession } from '#web/lib/session/session.ts'

const LegalEditor = lazy(() => import('#web/features/legal/legal-editor.tsx').then((m) => ({ default: m.LegalEditor })))

const TITLES: Record<Page, string> = { terms: 'Terms of Service', privacy: 'Privacy Policy' }

export const TermsPage = () => <LegalPage page="terms" />
export const PrivacyPage = () => <LegalPage page="privacy" />

/** Public text that administrators can edit. */
function LegalPage({ page }: { page: Page }) {
  const session = useSession()
  const formats = useFormats()
  const { data, isPending, isError, refetch } = useQuery(legalQuery(page))
  const [isEditing, setEditing] = useState(false)
  const title = TITLES[page]
  const text = data?.text ?? DEFAULT_TEXTS[page]
  useEffect(() => {
    document.title = `${title} · Atalaya`
  }, [title])

  return (
    <main className="min-h-svh bg-sidebar p-4 sm:py-10">
      <article className="mx-auto grid w-full max-w-2xl gap-5 rounded-xl border bg-card p-5 shadow-md sm:p-8">
        <header className="flex flex-wrap items-center gap-3">
          <Logo className="size-8" />
          <h1 className="mr-auto font-semibold text-xl">{title}</h1>
          {data && !isEditing && session?.user && isAdmin(session.user) && (
            <Button variant="secondary" size="sm" onClick={() => setEditing(true)}>
              Edit
            </Button>
          )}
        </header>
        {isPending && <Skeleton className="h-96" />}
        {isError && !data && (
          <Alert>
            The text could not be read.{' '}
            <button type="button" className="underline" onClick={() => void refetch()}>
              Try Again
            </button>
          </Alert>
        )}
        {data && isEditing && (
          <Suspense fallback={<Skeleton className="h-96" />}>
            <LegalEditor page={page} text={text} isCustom={data.text !== null} onClose={() => setEditing(false)} />
          </Suspense>
        )}
        {data && !isEditing && <Paragraphs text={text} />}
        <footer className="flex flex-wrap gap-x-5 gap-y-2 border-t pt-4 text-muted-foreground text-sm">
          {data?.changedAt && <span className="mr-auto">Changed on {longDateText(data.changedAt, formats)}</span>}
          {(Object.keys(TITLES) as Page[])
            .filter((other) => other !== page)
            .map((other) => (
              <Link key={other} to={`/${other}`} className="hover:underline">
                {TITLES[other]}
              </Link>
            ))}
          <Link to="/" className="hover:underline">
            {session ? 'Home' : 'Sign in'}
          </Link>
        </footer>
      </article>
    </main>
  )
}

/** Renders plain text as headings and paragraphs, without other markup. */
function Paragraphs({ text }: { text: string }) {
  const parts = text.split(/\n\s*\n/)
  return (
    <div className="grid gap-3 leading-relaxed">
      {parts.map((part, index) => {
        const key = `${index}${part.slice(0, 20)}`
        if (part.startsWith('# '))
          return (
            <h2 key={key} className="pt-2 font-semibold">
              {part.slice(2)}
            </h2>
          )
        return (
          <p key={key} className="whitespace-pre-line break-words">
            {part}
          </p>
        )
      })}
    </div>
  )
}
