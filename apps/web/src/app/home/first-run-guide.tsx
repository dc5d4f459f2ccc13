import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Button } from '#web/components/ui/button.tsx'
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from '#web/components/ui/card.tsx'
import { cn } from '#web/lib/looks/cn.ts'
import { notify } from '#web/lib/notify.ts'
import { usePreferences } from '#web/lib/preferences.ts'

type FirstRunGuideProps = {
  hasAgent: boolean
  /** An agent has connected at least once. */
  hasRun: boolean
  hasPage: boolean
  hasDisplay: boolean
}

/** Three steps from an empty installation to a page on a wall. */
export function FirstRunGuide({ hasAgent, hasRun, hasPage, hasDisplay }: FirstRunGuideProps) {
  const { keep } = usePreferences()
  function hide() {
    keep({ hidesGuide: true })
    const undo = { label: 'Undo', onClick: () => keep({ hidesGuide: false }) }
    void notify('success', 'The guide is hidden.', { action: undo })
  }
  return (
    <Card aria-labelledby="first-run">
      <CardHeader className="flex-nowrap">
        <div>
          <CardTitle id="first-run">Set up your watchtower</CardTitle>
          <CardDescription>Three steps from here to a screen on the wall.</CardDescription>
        </div>
        <Button variant="ghost" size="sm" className="-my-1 shrink-0" onClick={hide}>
          Hide guide
        </Button>
      </CardHeader>
      <CardContent className="pt-1">
        <ol className="grid">
          <Step
            number={1}
            isDone={hasRun}
            isNext={!hasRun}
            title="Run an agent"
            text="Register it, then run one line on the machine you want to watch."
            action={
              <Button variant={!hasRun ? 'default' : 'secondary'} size="sm" asChild>
                <Link to="/agents">{hasAgent ? 'My agents' : 'Register an agent'}</Link>
              </Button>
            }
          />
          <Step
            number={2}
            isDone={hasPage}
            isNext={hasRun && !hasPage}
            title="Make a page"
            text="Choose modules from the marketplace and lay them out on a grid."
            action={
              <Button variant={hasRun && !hasPage ? 'default' : 'secondary'} size="sm" asChild>
                <Link to="/dashboard">{hasPage ? 'See pages' : 'Create a page'}</Link>
              </Button>
            }
          />
          <Step
            number={3}
            isDone={hasDisplay}
            isNext={hasRun && hasPage && !hasDisplay}
            title="Put up a display"
            text="A tablet or TV shows a code; pair it by that, and it shows your pages by itself."
            action={
              <Button variant={hasRun && hasPage && !hasDisplay ? 'default' : 'secondary'} size="sm" asChild>
                <Link to="/displays">{hasDisplay ? 'See displays' : 'Pair a screen'}</Link>
              </Button>
            }
          />
        </ol>
      </CardContent>
    </Card>
  )
}

type StepProps = { number: number; isDone: boolean; isNext?: boolean; title: string; text: string; action: ReactNode }

function Step({ number, isDone, isNext = false, title, text, action }: StepProps) {
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 gap-y-2 border-b py-3.5 last:border-0 last:pb-0 sm:grid-cols-[auto_minmax(0,1fr)_auto]">
      <span
        className={cn(
          'grid size-7 place-items-center self-start rounded-full font-semibold text-sm',
          isNext ? 'bg-primary text-primary-foreground' : 'bg-muted text-muted-foreground',
          isDone && 'bg-success-soft text-success-text',
        )}
      >
        {isDone ? <Check className="size-4" aria-label="Done" /> : number}
      </span>
      <div>
        <h3 className={cn('font-medium', isDone && 'text-muted-foreground')}>{title}</h3>
        <p className="text-muted-foreground text-sm">{text}</p>
      </div>
      <div className="max-sm:col-start-2">{action}</div>
    </li>
  )
}
