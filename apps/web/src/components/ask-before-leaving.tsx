import { lazy, Suspense, useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react'
import { type BlockerFunction, useBlocker, useInRouterContext } from 'react-router'
import type { Loss } from '#web/components/leave-question.tsx'
import { createListeners } from '#web/lib/listeners.ts'
import { useStable } from '#web/lib/use-stable.ts'

const LeaveQuestion = lazy(() =>
  import('#web/components/leave-question.tsx').then((m) => ({ default: m.LeaveQuestion })),
)

type Form = { isChanged: () => boolean; isDialog: boolean; lossNow: () => Loss | null | undefined }

/** All forms on the screen: the router allows one blocker, so the first form asks for all. */
let forms: Form[] = []
const { notify, subscribe } = createListeners()

function setForms(next: Form[]) {
  forms = next
  notify()
}

type AskBeforeLeavingProps = {
  isChanged: () => boolean
  /**
   * A form in a dialog: links behind it can't be pressed, and its own navigation is wanted. It asks only before going
   * back or closing the tab.
   */
  isDialog?: boolean
  /** Loss caused by leaving, if it is more than typed input. */
  loss?: Loss | null | undefined
}

/**
 * Asks before leaving a form with changes: by a link, back, the palette, or closing the tab. Without a router, as on a
 * display, it asks nothing.
 */
export function AskBeforeLeaving(props: AskBeforeLeavingProps) {
  return useInRouterContext() ? <RegisteredForm {...props} /> : null
}

function RegisteredForm({ isChanged, isDialog = false, loss }: AskBeforeLeavingProps) {
  const isChangedNow = useStable(isChanged)
  const lossNow = useStable(() => loss)
  const [form] = useState<Form>(() => ({ isChanged: isChangedNow, isDialog, lossNow }))
  // A layout effect unregisters in the commit that removes the form, so the end of a session is not blocked.
  useLayoutEffect(() => {
    setForms([...forms, form])
    return () => setForms(forms.filter((registered) => registered !== form))
  }, [form])
  const firstForm = useSyncExternalStore(subscribe, () => forms[0])
  return firstForm === form ? <Question /> : null
}

/** Forms in dialogs count only for going back and for closing the tab: links behind a dialog can't be pressed. */
const isAnyChanged = ({ withDialogs }: { withDialogs: boolean }) =>
  forms.some((form) => (withDialogs || !form.isDialog) && form.isChanged())

const losesChanges: BlockerFunction = ({ currentLocation, nextLocation, historyAction }) =>
  currentLocation.pathname !== nextLocation.pathname && isAnyChanged({ withDialogs: historyAction === 'POP' })

function Question() {
  const blocker = useBlocker(losesChanges)
  useEffect(() => {
    const onTabClosed = (event: BeforeUnloadEvent) => {
      if (isAnyChanged({ withDialogs: true })) event.preventDefault()
    }
    window.addEventListener('beforeunload', onTabClosed)
    return () => window.removeEventListener('beforeunload', onTabClosed)
  }, [])
  if (blocker.state !== 'blocked') return null
  return (
    <Suspense>
      <LeaveQuestion
        loss={forms.find((form) => form.isChanged())?.lossNow()}
        onLeave={() => blocker.proceed()}
        onStay={() => blocker.reset()}
      />
    </Suspense>
  )
}
