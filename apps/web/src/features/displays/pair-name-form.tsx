import type { Page } from '@atalaya/contract/dashboard'
import type { displays } from '@atalaya/contract/displays'
import type { Data } from '@atalaya/contract/route'
import { localZone } from '@atalaya/format/zone'
import { useMutation } from '@tanstack/react-query'
import { MonitorCheck } from 'lucide-react'
import { useState } from 'react'
import { DialogForm } from '#web/components/form-dialog.tsx'
import { RelativeTime } from '#web/components/relative-time.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { pairDisplay } from '#web/features/displays/displays.queries.ts'
import { NameFields, nameForm } from '#web/features/displays/name-fields.tsx'
import { PageChoices } from '#web/features/displays/page-choices.tsx'
import { ApiError } from '#web/lib/calls/api-error.ts'
import { useFormats } from '#web/lib/formats.ts'
import { useForm } from '#web/lib/use-form.ts'

type Screen = Data<typeof displays.waiting>['screen']
type PairNameFormProps = {
  code: string
  screen: Screen
  pages: readonly Page[]
  onBusy: (isBusy: boolean) => void
  /** Returns to the step with the code. */
  onBack: () => void
  onClose: () => void
}

/** Second step: shows which screen it is, and asks for its name and pages. */
export function PairNameForm({ code, screen, pages, onBusy, onBack, onClose }: PairNameFormProps) {
  const [chosen, setChosen] = useState<readonly string[]>(() => suggestedIds(pages))
  const pair = useMutation({ ...pairDisplay, onSettled: () => onBusy(false) })
  const { errors, refusal, refuse, props } = useForm(nameForm, (values) => {
    onBusy(true)
    const entries = chosen.map((pageId) => ({ pageId }))
    pair.mutate(
      { code, ...values, entries },
      { onSuccess: onClose, onError: (error) => refuse(withPlainReason(error)) },
    )
  })
  return (
    <DialogForm
      submitText="Pair"
      busyText="Pairing..."
      isBusy={pair.isPending}
      error={refusal}
      onClose={onClose}
      {...props}
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-lg bg-muted px-3 py-2 text-sm">
        <MonitorCheck className="size-4 shrink-0" aria-hidden />
        <p className="min-w-0 flex-1 basis-52 break-words">
          {screen.browser} on {screen.os}, from {screen.ip}; its code appeared{' '}
          <RelativeTime at={screen.since} fallback="just now" />
        </p>
        <Button variant="link" className="h-auto px-0 pointer-coarse:h-11" onClick={onBack}>
          Another one
        </Button>
      </div>
      <NameFields errors={errors} zone={useFormats().zone ?? localZone()} />
      <PageChoices pages={pages} chosen={chosen} onChange={setChosen} />
    </DialogForm>
  )
}

/** The active page, else the first. */
const suggestedIds = (pages: readonly Page[]) =>
  [pages.find(({ active }) => active) ?? pages[0]].flatMap((page) => (page ? [page._id] : []))

function withPlainReason(error: Error): Error {
  const isGone = error instanceof ApiError && error.status === 404
  return isGone
    ? new Error('The code has ended meanwhile. Press “Another one” and type the one that the screen shows now.')
    : error
}
