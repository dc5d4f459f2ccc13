import { parseConfigSchema } from '@atalaya/config-schema/schema'
import type { WidgetConfig } from '@atalaya/contract/dashboard'
import type { ModuleMeta } from '@atalaya/contract/modules'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useContext, useMemo, useRef, useState } from 'react'
import { Skeleton } from '#web/components/ui/skeleton.tsx'
import { confinedConfig, readableAgents, refusedKeys } from '#web/components/widget/confined-config.ts'
import { NOT_STARTED } from '#web/components/widget/frame-pulse.ts'
import type { CreateWidgetApi, HostProps } from '#web/components/widget/host.ts'
import { NotLoaded } from '#web/components/widget/not-loaded.ts'
import { RefusalContext } from '#web/components/widget/refusals.ts'
import { useFrame } from '#web/components/widget/use-frame.ts'
import { serverUrl } from '#web/lib/calls/request.ts'
import { catalogueQuery } from '#web/lib/catalogue.ts'
import { useReturn } from '#web/lib/live/connectivity.ts'
import { stoppedQuery } from '#web/lib/stopped-modules.ts'

const REFUSED_KEYS_TEXT = 'Only the user changes agents, secrets and the size'

type SandboxedProps = {
  moduleId: string
  hostProps: HostProps
  createApi: CreateWidgetApi
  onConfig: (config: WidgetConfig) => void
  onReady: () => void
}

/** A module from a package. If it did not start while the server was away, it tries again when the server is back. */
export function Sandboxed({ onReady, ...props }: SandboxedProps) {
  const [attempt, setAttempt] = useState(1)
  const hasStarted = useRef(false)
  useReturn(() => {
    if (!hasStarted.current) setAttempt((before) => before + 1)
  })
  function onStarted() {
    hasStarted.current = true
    onReady()
  }
  return <FrameOrReason key={attempt} {...props} onReady={onStarted} />
}

function FrameOrReason(props: SandboxedProps) {
  const { data: catalogue } = useSuspenseQuery(catalogueQuery)
  const meta = catalogue.find(({ id }) => id === props.moduleId)
  return meta ? <Frame {...props} meta={meta} /> : <MissingReason moduleId={props.moduleId} />
}

/** Throws the reason, which the boundary around every widget shows. */
function MissingReason({ moduleId }: { moduleId: string }): never {
  const { data: stopped } = useSuspenseQuery(stoppedQuery)
  const entry = stopped.find(({ id }) => id === moduleId)
  throw new Error(entry ? `This module was stopped: ${entry.reason}` : 'This module is no longer in the catalogue.')
}

/** Frame with an opaque origin: it has access only through its port. */
function Frame({ meta, hostProps, createApi, onConfig, onReady }: SandboxedProps & { meta: ModuleMeta }) {
  const schema = useMemo(() => parseConfigSchema(meta.configSchema ?? '{"type":"object"}'), [meta.configSchema])
  const config = hostProps.config as WidgetConfig
  const [fault, setFault] = useState<string | null>(null)
  const refuse = useContext(RefusalContext)
  function saveConfig(wanted: WidgetConfig) {
    for (const key of refusedKeys(schema, config, wanted))
      refuse({ path: `set-config.config.${key}`, why: REFUSED_KEYS_TEXT })
    onConfig(confinedConfig(schema, config, wanted))
  }
  const { frame, isReady, onLoad } = useFrame({
    hostProps,
    createApi,
    mayRead: (agentId) => readableAgents(meta.permissions, schema, config).includes(agentId),
    onConfig: saveConfig,
    onReady,
    onFault: setFault,
  })
  // The boundary around every widget shows the error and removes the frame.
  if (fault) throw fault === NOT_STARTED ? new NotLoaded(fault) : new Error(fault)
  const page = meta.entry.endsWith('.html') ? meta.entry : ''
  return (
    <div className="relative size-full">
      <iframe
        ref={frame}
        title={meta.name}
        src={serverUrl(`/modules/${meta.id}/${meta.version}/${page}`)}
        sandbox="allow-scripts"
        referrerPolicy="no-referrer"
        className="block size-full border-0"
        // A frame is transparent only if its colour scheme is the page's.
        style={{ colorScheme: hostProps.theme }}
        onLoad={onLoad}
      />
      {!isReady && <Skeleton className="absolute inset-0 rounded-none" />}
    </div>
  )
}
