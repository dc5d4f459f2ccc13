import type { Agent } from '@atalaya/contract/agents'
import type { Sample } from '@atalaya/contract/events'
import type { RequestAnswer, RequestParams } from '@atalaya/contract/module-requests'
import type { Severity } from '@atalaya/contract/severity'
import type { Formats } from '@atalaya/format/formats'
import { createContext } from 'react'
import type { WidgetStorage } from './storage.ts'

/** The values of the widget's form. */
export type Config = Readonly<Record<string, unknown>>
/** The widget's extent on the grid, in cells. */
export type Size = { width: number; height: number }
export type Theme = 'light' | 'dark'

/**
 * An agent as a widget sees it. `samples` are its newest numbers, oldest first; the host decides on their number. While
 * the server is away the status is `unknown`. `none` means that no agent was chosen.
 */
export type AgentView =
  | { state: 'none' }
  | { state: 'loading' }
  | { state: 'failed' }
  | { state: 'missing' }
  | {
      state: 'ready'
      agent: Pick<Agent, 'agentId' | 'name' | 'isOnline' | 'lastSeen'> & { status: Agent['status'] | 'unknown' }
      samples: readonly Sample[]
      /** Time of the newest numbers, if the agent or the server is away; null if the numbers are current. */
      oldSince: string | null
    }

/**
 * History of one number of an agent: one entry a slot, the first at `from`; null if nothing was measured. `metrics` are
 * all that the agent sent within the history.
 */
export type SeriesView =
  | { state: 'loading' }
  | { state: 'failed' }
  | { state: 'missing' }
  | {
      state: 'ready'
      /** In ms since 1970. */
      from: number
      stepMs: number
      min: readonly (number | null)[]
      avg: readonly (number | null)[]
      max: readonly (number | null)[]
      metrics: readonly string[]
    }

/** The user's own agents: the first thousand of `total`. */
export type FleetView =
  | { state: 'loading' }
  | { state: 'failed' }
  | { state: 'ready'; total: number; agents: readonly Pick<Agent, 'agentId' | 'isOnline' | 'tags'>[] }

/** An alert that fires. */
export type AlertView = {
  id: string
  severity: Severity
  /** `web-1 and 29 more` */
  who: string
  /** Description of the trouble, in a sentence. */
  text: string
  openedAt: string
  /** True if nobody gets messages about it. */
  isSilenced: boolean
  /** Person who acknowledged it. */
  acknowledgedBy: string | null
}

/** Numbers of rules that are on, and of those that have been on for long enough to fire. */
type RuleCounts = { watching: number; judged: number }

/**
 * Present alerts: the worst fifty of `total`. If no rule is on, nothing is watched and nothing can fire. Nothing is
 * judged until a rule has been on for its time.
 */
export type AlertsView =
  | { state: 'loading' }
  | { state: 'failed' }
  | { state: 'ready'; total: number; rules: RuleCounts; alerts: readonly AlertView[] }

/**
 * State of a module's data source. `stale` data are older than the source thinks right; `error` is the present fault.
 */
export type SourceView<T = unknown> =
  | { state: 'loading' }
  | { state: 'failed'; error: string }
  | { state: 'ready'; data: T; asOf: string; stale: boolean; error: string | null }

/** A value that changes: what the host gives, whether it lives in the same page or behind a message port. */
export type Signal<T> = {
  /** The present value; the same object until it changes. */
  get(): T
  /** Calls `listener` after each change, until the returned function is called. */
  subscribe(listener: () => void): () => void
}

export type RequestOptions = {
  /** Delay until the module's next request, in ms; people see it on the board. */
  againInMs?: number
}

/** Everything that a widget can reach. Hosts make one for each widget; modules use the hooks. */
export type Host = {
  config: Signal<Config>
  setConfig(config: Config): void
  size: Signal<Size>
  theme: Signal<Theme>
  /** Formats that the viewer has chosen; a display has its own. */
  formats: Signal<Formats>
  /** True while the widget is out of sight and should do nothing that costs. */
  suspended: Signal<boolean>
  /** Time since which nothing came from the server; null while it answers. */
  awaySince: Signal<string | null>
  /** True on a display, where everybody who passes by can read; bundled modules only. */
  isDisplay?: boolean
  agent(agentId: string): Signal<AgentView>
  /** The past `spanMs` of one number, read again as time goes by; bundled modules only. */
  series?(agentId: string, metric: string, spanMs: number): Signal<SeriesView>
  /** All of the user's agents; bundled modules only. */
  fleet?: Signal<FleetView>
  /** Alerts of the rules that concern the user; bundled modules only. */
  alerts?: Signal<AlertsView>
  /** Data of the module's `server.ts`, while somebody subscribes; bundled modules only. */
  data?: Signal<SourceView>
  /** A picture that the module's data name, as a `data:` address; null while there is none. Bundled modules only. */
  picture?(key: string): Signal<string | null>
  /** URL of a frame around another page, by the path from `server.ts`; null in previews. Bundled modules only. */
  framed?(path: string): string | null
  /**
   * Has the server make a request that `module.json` declares. Resolves with the other server's answer of any status;
   * rejects if there is none.
   */
  request(name: string, params?: RequestParams, options?: RequestOptions): Promise<RequestAnswer>
  storage: WidgetStorage
  /** Access to the widget's photos, loaded when the module first asks; bundled modules only. */
  photos?(): Promise<PhotoStore>
}

/**
 * Photos of a widget, which people upload; `module.json` must ask for them. A refusal rejects with a sentence for
 * people.
 */
export type PhotoStore = {
  /** Ids in their order; new ones are last. The photo of an id never changes. */
  list(): Promise<readonly string[]>
  /** Reads a photo as a `data:` address. */
  read(id: string): Promise<string>
  add(jpeg: Blob): Promise<void>
  /** Moves one before another one, or to the end. */
  move(id: string, before: string | null): Promise<void>
  remove(id: string): Promise<void>
}

export const HostContext = createContext<Host | null>(null)
