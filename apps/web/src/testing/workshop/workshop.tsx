import { defaultsOf } from '@atalaya/config-schema/fields'
import { parseConfigSchema } from '@atalaya/config-schema/schema'
import type { WidgetConfig } from '@atalaya/contract/dashboard'
import { widgetSize } from '@atalaya/contract/grid'
import { previewFixture } from '@atalaya/contract/module-fixture'
import { type ModuleMeta, moduleMeta } from '@atalaya/contract/modules'
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { z } from 'zod'
import { SchemaForm } from '#web/components/schema-form/schema-form.tsx'
import { Alert } from '#web/components/ui/alert.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { fixtureOf } from '#web/components/widget/fixture-widget-api.ts'
import { RefusalContext } from '#web/components/widget/refusals.ts'
import { type Fixture, Widget } from '#web/components/widget/widget.tsx'
import { queryClient } from '#web/lib/calls/query-client.ts'
import { catalogueQuery } from '#web/lib/catalogue.ts'
import { findRealServer, followServer, type RealServer } from '#web/testing/workshop/real-server.ts'
import { Refusals, useRefusals } from '#web/testing/workshop/refusals.tsx'
import '#web/styles.css'

/** Cell of the editor's canvas, 1024 by 500 for 4 by 5. */
const CELL = { width: 256, height: 100 }
const FORM = 'workshop'

async function load() {
  const answer = z
    .union([z.object({ fault: z.string() }), moduleMeta])
    .parse(await (await fetch('/workshop.json')).json())
  if ('fault' in answer) return answer
  queryClient.setQueryData(catalogueQuery.queryKey, [answer])
  const fixture = answer.fixture ? await (await fetch(answer.fixture)).json() : {}
  return { meta: answer, fixture: previewFixture.parse(fixture), real: await findRealServer(answer.id) }
}

function Workshop() {
  const { data, refetch, error } = useQuery({ queryKey: ['workshop'], queryFn: load, retry: false })
  useEffect(() => {
    const builds = new EventSource('/workshop-events')
    builds.onmessage = () => void refetch()
    return () => builds.close()
  }, [refetch])
  if (error) return <Alert>{error.message}</Alert>
  if (!data) return null
  if ('fault' in data) return <Alert>{data.fault}</Alert>
  return <Bench key={data.meta.id} {...data} />
}

type BenchProps = Exclude<Awaited<ReturnType<typeof load>>, { fault: string }>

function Bench({ meta, fixture, real }: BenchProps) {
  const savedConfig = real ? real.widget?.config : fixture.config
  const [config, setConfig] = useState<WidgetConfig>(() => ({ ...defaults(meta), ...savedConfig }))
  const isReal = real !== null
  useEffect(() => (isReal ? followServer(queryClient) : undefined), [isReal])
  const [extent, setExtent] = useState(() => widgetSize(config, meta.size))
  const [suspended, setSuspended] = useState(false)
  const { refusals, refuse } = useRefusals(meta.version)
  const { w, h } = extent
  return (
    <main className="mx-auto grid max-w-6xl gap-6 p-6">
      <h1 className="font-semibold text-2xl">
        {meta.name} <span className="text-muted-foreground text-base">{meta.version}</span>
      </h1>
      {real && <p className="text-muted-foreground text-sm">{sourceText(real, meta)}</p>}
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" size="sm" onClick={() => setExtent({ w: (w % 4) + 1, h })}>
          {w} wide
        </Button>
        <Button variant="secondary" size="sm" onClick={() => setExtent({ w, h: (h % 5) + 1 })}>
          {h} high
        </Button>
        <Button variant="secondary" size="sm" aria-pressed={suspended} onClick={() => setSuspended(!suspended)}>
          {suspended ? 'Resume' : 'Suspend'}
        </Button>
        <Button variant="secondary" size="sm" onClick={() => document.documentElement.classList.toggle('dark')}>
          Theme
        </Button>
      </div>
      <div className="overflow-x-auto">
        <article
          aria-label={meta.name}
          className="overflow-hidden rounded-lg border bg-card shadow-sm"
          style={{ width: w * CELL.width, height: h * CELL.height }}
        >
          <RefusalContext value={refuse}>
            <Widget
              key={meta.version}
              module={{ _id: real?.widget?._id ?? UNPLACED_ID, meta, config, position: { x: 0, y: 0, w, h } }}
              suspended={suspended}
              {...(!real && { fixture: withPermittedStorage(fixtureOf(fixture), meta) })}
              onConfig={setConfig}
            />
          </RefusalContext>
        </article>
      </div>
      <Refusals refusals={refusals} />
      <section className="grid max-w-md gap-4">
        <SchemaForm
          key={JSON.stringify(config)}
          id={FORM}
          schema={meta.configSchema}
          config={config}
          onSave={setConfig}
        />
        <Button type="submit" form={FORM}>
          Save
        </Button>
      </section>
    </main>
  )
}

/** Id of a widget that is on no page. */
const UNPLACED_ID = '00000000-0000-4000-8000-000000000000'

const sourceText = ({ address, widget }: RealServer, { name, id }: ModuleMeta) =>
  widget
    ? `Agents, settings, requests and storage are those of ${name} on your pages on ${address}. Changes of the form stay here.`
    : `Agents are those of ${address}. For requests and storage, install ${id} there and put it on a page of yours.`

/** Refuses storage as the server does, if the module has no permission for it. */
function withPermittedStorage({ createApi, awaySince }: Fixture, { permissions }: ModuleMeta): Fixture {
  if (permissions.storage) return { createApi, awaySince }
  const refuse = () => Promise.reject(new Error(NO_STORAGE))
  return {
    createApi: (suspended) => ({ ...createApi(suspended), storage: { read: refuse, write: refuse } }),
    awaySince,
  }
}
const NO_STORAGE = 'module.json does not ask for "permissions": { "storage": true }'

const defaults = ({ configSchema }: ModuleMeta) =>
  (configSchema ? defaultsOf(parseConfigSchema(configSchema)) : {}) as WidgetConfig

const root = document.getElementById('root')
if (!root) throw new Error('workshop.html has no #root')
createRoot(root).render(
  <QueryClientProvider client={queryClient}>
    <Workshop />
  </QueryClientProvider>,
)
