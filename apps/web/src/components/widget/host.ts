import type { AgentView, Config, Size, Theme } from '@atalaya/module-sdk'
import type { Host, Source } from '@atalaya/module-sdk/host'
import { type QueryClient, QueryObserver } from '@tanstack/react-query'
import { toView, watchedAgentQuery } from '#web/components/widget/agent-view.ts'

/** What the page tells a widget; everything else a widget gets, it asks for. */
export type Told = { config: Config; size: Size; theme: Theme; suspended: boolean }
type SaveConfig = (config: Config) => void

function createSource<T>(value: T, isSame: (a: T, b: T) => boolean = Object.is) {
  const listeners = new Set<() => void>()
  let current = value
  return {
    get: () => current,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    set(next: T) {
      if (isSame(current, next)) return
      current = next
      for (const listener of listeners) listener()
    },
  }
}

const sameJson = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** The in-process host of one widget. `tell` hands on what changed; a suspended widget hears of agents when it resumes. */
export function createWidgetHost(client: QueryClient, told: Told, saveConfig: SaveConfig) {
  const config = createSource(told.config, sameJson)
  const size = createSource(told.size, sameJson)
  const theme = createSource(told.theme)
  const suspended = createSource(told.suspended)
  let save = saveConfig

  function agent(agentId: string): Source<AgentView> {
    const observer = new QueryObserver(client, watchedAgentQuery(agentId))
    const view = createSource(toView(observer.getCurrentResult()), sameView)
    const look = () => {
      if (!suspended.get()) view.set(toView(observer.getCurrentResult()))
    }
    return {
      get: view.get,
      subscribe(listener) {
        const stops = [view.subscribe(listener), observer.subscribe(look), suspended.subscribe(look)]
        look()
        return () => {
          for (const stop of stops) stop()
        }
      },
    }
  }

  const host: Host = { config, size, theme, suspended, agent, setConfig: (next) => save(next) }
  return {
    host,
    tell(next: Told, saveNext: SaveConfig) {
      save = saveNext
      config.set(next.config)
      size.set(next.size)
      theme.set(next.theme)
      suspended.set(next.suspended)
    },
  }
}

function sameView(a: AgentView, b: AgentView): boolean {
  if (a.state !== 'ready' || b.state !== 'ready') return a.state === b.state
  return a.agent === b.agent && a.samples === b.samples
}
