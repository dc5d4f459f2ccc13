import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { Button } from '#web/components/ui/button.tsx'
import { ApiError } from '#web/lib/calls/api-error.ts'
import { pingServer } from '#web/lib/calls/request.ts'
import { useReturn } from '#web/lib/live/connectivity.ts'
import { isMissingCode, reloadForNewVersion } from '#web/lib/session/missing-code.ts'

type ErrorScreenProps = { error: unknown; onRetry: () => void; children?: ReactNode }

/** Replaces a screen that failed; retries by itself when the server is back. */
export function ErrorScreen({ error, onRetry, children }: ErrorScreenProps) {
  const { reset } = useQueryErrorResetBoundary()
  const isAway = isMissingCode(error) || (error instanceof ApiError && error.status === 0)
  const message = error instanceof Error ? error.message : 'Unknown error'

  function retry() {
    // Some browsers never request a failed script again, so reload. Without the server a reload would leave no page at
    // all.
    if (isMissingCode(error)) return void pingServer().then((isThere) => isThere && window.location.reload())
    reset()
    onRetry()
  }
  useReturn(retry)
  useEffect(() => {
    if (isMissingCode(error)) void reloadForNewVersion()
  }, [error])

  return (
    <div
      className="grid min-h-[60svh] place-items-center p-6"
      role="alert"
      data-unfinished={isMissingCode(error) || undefined}
    >
      <div className="grid max-w-md justify-items-center gap-3 text-center">
        <h1 className="font-semibold text-xl">{isAway ? 'The server cannot be reached' : 'Something went wrong'}</h1>
        <p className="break-words text-muted-foreground">
          {isAway ? 'This page opens by itself when it is back.' : message}
        </p>
        <div className="flex gap-2 pt-2">
          <Button onClick={retry}>Try again</Button>
          {children}
        </div>
      </div>
    </div>
  )
}
