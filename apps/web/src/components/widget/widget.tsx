import type { InstalledModule, WidgetConfig } from '@atalaya/contract/dashboard'
import type { InstalledMeta } from '@atalaya/contract/modules'
import type { ModuleDefinition } from '@atalaya/module-sdk'
import { HostContext } from '@atalaya/module-sdk/host'
import { QueryErrorResetBoundary, useQuery, useQueryClient } from '@tanstack/react-query'
import { type RefObject, Suspense, useEffect, useRef, useState } from 'react'
import { ErrorBoundary } from '#web/components/error-boundary.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Skeleton } from '#web/components/ui/skeleton.tsx'
import type { CostMeter } from '#web/components/widget/cost-meter.ts'
import { type CreateWidgetApi, createWidgetHost, type HostProps } from '#web/components/widget/host.ts'
import { liveWidgetApi } from '#web/components/widget/live-widget-api.ts'
import { waitBeforeTry } from '#web/components/widget/not-loaded.ts'
import { bundledModule, sandboxCode } from '#web/components/widget/widget-code.ts'
import { useFormats } from '#web/lib/formats.ts'
import { useAwaySince } from '#web/lib/live/away-since.ts'
import { useConnectivity, useReturn } from '#web/lib/live/connectivity.ts'
import { useShownTheme } from '#web/lib/looks/theme.ts'
import { useStable } from '#web/lib/use-stable.ts'

export type Fixture = { createApi: CreateWidgetApi; awaySince: string | null }

type WidgetProps = {
  module: InstalledModule
  suspended?: boolean
  /** True on a display, where everybody who passes by can read it. */
  isDisplay?: boolean
  /** Nobody is present to act on failures, so they are shown discreetly. */
  isQuiet?: boolean
  onConfig?: (config: WidgetConfig) => void
  /** Sample data in place of the user's, in a preview. */
  fixture?: Fixture
  /** Meter of its cost. */
  cost?: CostMeter | undefined
}

/** Runs one module in its space: loads its code and contains its failures. */
export function Widget(props: WidgetProps) {
  const { cost, isQuiet = false } = props
  const tries = useRef(0)
  return (
    <QueryErrorResetBoundary>
      {({ reset }) => (
        <ErrorBoundary
          fallback={(error, retry) => <WidgetFailure {...{ error, reset, cost, tries, isQuiet }} onRetry={retry} />}
        >
          <Suspense fallback={<Loading />}>
            <RunningModule {...props} tries={tries} />
          </Suspense>
        </ErrorBoundary>
      )}
    </QueryErrorResetBoundary>
  )
}

const Loading = () => <Skeleton className="size-full rounded-none" />

const ignore = () => undefined

type RunningModuleProps = WidgetProps & { tries: RefObject<number> }

function RunningModule(props: RunningModuleProps) {
  const { module, suspended = false, isDisplay = false, onConfig = ignore, fixture, cost, tries } = props
  const { _id, meta, config, position } = module
  const client = useQueryClient()
  const theme = useShownTheme()
  const formats = useFormats()
  const serverAwaySince = useAwaySince()
  const awaySince = fixture ? fixture.awaySince : serverAwaySince
  const hostProps: HostProps = {
    config,
    size: { width: position.w, height: position.h },
    theme,
    formats,
    suspended,
    awaySince,
  }
  const createUncountedApi = fixture?.createApi ?? liveWidgetApi(client, _id)
  const createApi = cost?.countRequests(createUncountedApi) ?? createUncountedApi
  const onReady = useStable(() => {
    tries.current = 0
    cost?.recordReady()
  })
  const shared = { hostProps, createApi, onConfig, onReady }
  if (meta.isSandboxed) return <PackagedModule moduleId={meta.id} {...shared} />
  return <BundledModule meta={meta} isDisplay={isDisplay} {...shared} />
}

type Shared = {
  hostProps: HostProps
  createApi: CreateWidgetApi
  onConfig: (config: WidgetConfig) => void
  onReady: () => void
}

function PackagedModule(props: Shared & { moduleId: string }) {
  const { data: Sandboxed } = useQuery({ ...sandboxCode, throwOnError: true })
  return Sandboxed ? <Sandboxed {...props} /> : <Loading />
}

type BundledModuleProps = Shared & { meta: InstalledMeta; isDisplay: boolean }

/**
 * Bundled module, in the page itself and reviewed like the rest. Does not use `Suspense`, after which React may delay
 * rendering by up to 300 ms.
 */
function BundledModule({ meta, ...shared }: BundledModuleProps) {
  const { data: definition } = useQuery({ ...bundledModule(meta), throwOnError: true })
  return definition ? <ModuleInPage definition={definition} {...shared} /> : <Loading />
}

type ModuleInPageProps = Omit<BundledModuleProps, 'meta'> & { definition: ModuleDefinition }

function ModuleInPage({ definition, isDisplay, hostProps, createApi, onConfig, onReady }: ModuleInPageProps) {
  const save = (next: object) => onConfig(next as WidgetConfig)
  const [{ host, update }] = useState(() => createWidgetHost(hostProps, save, createApi, isDisplay))
  useEffect(() => update(hostProps, save))
  useEffect(onReady, [onReady])
  return (
    <HostContext value={host}>
      <definition.Widget />
    </HostContext>
  )
}

type WidgetFailureProps = {
  error: Error
  onRetry: () => void
  reset: () => void
  cost: CostMeter | undefined
  /** Number of automatic retries. */
  tries: RefObject<number>
  isQuiet: boolean
}

/**
 * Failure of a widget. Retries by itself, since nobody may be there to press the button; everything is retried when the
 * server is back.
 */
function WidgetFailure({ error, onRetry, reset, cost, tries, isQuiet }: WidgetFailureProps) {
  // Without a wait the module itself failed, which the server's absence can't cause.
  const isAway = useConnectivity() !== 'online' && waitBeforeTry(error, 0) !== null
  const retry = useStable(() => {
    cost?.recordRestart()
    reset()
    onRetry()
  })
  useEffect(() => cost?.recordFailure(error.message), [cost, error])
  useReturn(retry)
  useEffect(() => {
    const waitMs = waitBeforeTry(error, tries.current)
    if (waitMs === null) return
    const timer = setTimeout(() => {
      tries.current += 1
      retry()
    }, waitMs)
    return () => clearTimeout(timer)
  }, [error, tries, retry])
  const reason = isAway ? 'The server cannot be reached' : error.message || 'This module failed.'
  if (isQuiet) return <p className="line-clamp-3 p-2 text-muted-foreground text-xs">{reason}</p>
  return (
    <div
      role="alert"
      className="flex size-full flex-col items-center justify-center gap-2 overflow-hidden p-2 text-center"
    >
      <p className="line-clamp-3 text-destructive-text text-sm">{reason}</p>
      <Button variant="secondary" size="sm" onClick={retry}>
        Try Again
      </Button>
    </div>
  )
}
