import type { InstalledModule, WidgetConfig } from '@atalaya/contract/dashboard'
import type { PreviewFixture } from '@atalaya/contract/module-fixture'
import type { InstalledMeta } from '@atalaya/contract/modules'
import { HostContext } from '@atalaya/module-sdk/host'
import { QueryErrorResetBoundary, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Suspense, useEffect, useState } from 'react'
import { Button } from '#web/components/ui/button.tsx'
import { Skeleton } from '#web/components/ui/skeleton.tsx'
import { bundledModule } from '#web/components/widget/bundled.ts'
import { fixtureReach } from '#web/components/widget/fixture-reach.ts'
import { createWidgetHost, type Reach, type Told } from '#web/components/widget/host.ts'
import { liveReach } from '#web/components/widget/live-reach.ts'
import { Sandboxed } from '#web/components/widget/sandboxed.tsx'
import { WidgetBoundary } from '#web/components/widget/widget-boundary.tsx'
import { useShownTheme } from '#web/lib/theme.ts'

type WidgetProps = {
  module: Pick<InstalledModule, 'meta' | 'config' | 'position'>
  suspended?: boolean
  onConfig?: (config: WidgetConfig) => void
  /** In a preview: what it shows in place of anything of the user's. */
  fixture?: PreviewFixture
}

/** One module at work in the space that it is given: its code is loaded, and its faults stay inside. */
export function Widget(props: WidgetProps) {
  return (
    <QueryErrorResetBoundary>
      {({ reset }) => (
        <WidgetBoundary fallback={(error, retry) => <Failed error={error} onRetry={retry} reset={reset} />}>
          <Suspense fallback={<Skeleton className="size-full rounded-none" />}>
            <Running {...props} />
          </Suspense>
        </WidgetBoundary>
      )}
    </QueryErrorResetBoundary>
  )
}

const ignore = () => undefined

function Running({ module: { meta, config, position }, suspended = false, onConfig = ignore, fixture }: WidgetProps) {
  const client = useQueryClient()
  const theme = useShownTheme()
  const told: Told = { config, size: { width: position.w, height: position.h }, theme, suspended }
  const reach = fixture ? fixtureReach(fixture) : liveReach(client)
  if (meta.isSandboxed) return <Sandboxed moduleId={meta.id} told={told} reach={reach} onConfig={onConfig} />
  return <Bundled meta={meta} told={told} reach={reach} onConfig={onConfig} />
}

type BundledProps = {
  meta: InstalledMeta
  told: Told
  reach: Reach
  onConfig: (config: WidgetConfig) => void
}

/** A module of the product itself, in the page: reviewed like the rest of it. */
function Bundled({ meta, told, reach, onConfig }: BundledProps) {
  const { data: definition } = useSuspenseQuery(bundledModule(meta))
  const save = (next: object) => onConfig(next as WidgetConfig)
  const [{ host, tell }] = useState(() => createWidgetHost(told, save, reach))
  useEffect(() => tell(told, save))
  return (
    <HostContext value={host}>
      <definition.Widget />
    </HostContext>
  )
}

function Failed({ error, onRetry, reset }: { error: Error; onRetry: () => void; reset: () => void }) {
  const retry = () => {
    reset()
    onRetry()
  }
  return (
    <div
      role="alert"
      className="flex size-full flex-col items-center justify-center gap-2 overflow-hidden p-2 text-center"
    >
      <p className="line-clamp-3 text-destructive-text text-sm">{error.message || 'This module failed.'}</p>
      <Button variant="secondary" size="sm" onClick={retry}>
        Try Again
      </Button>
    </div>
  )
}
