import type { Formats } from '@atalaya/format/formats'
import type { AgentView, Config, Size, Theme } from './host.ts'

/** State that the page pushes to a frame: all of it at the start, and the changes later. */
export type FrameProps = {
  config: Config
  size: Size
  theme: Theme
  formats: Formats
  /** True while the widget is out of sight and should do nothing that costs. */
  suspended: boolean
  /** Time since which the server has not answered; null while it does. */
  awaySince: string | null
  /** The product's colours, as custom properties: `--foreground` and the like. */
  tokens: Readonly<Record<string, string>>
}

/**
 * Messages from the page to a frame. The frame trusts them: only the page holds the other end of the port. `question`
 * is the number of the frame's request that is answered.
 */
export type HostMessage =
  | ({ type: 'start' } & FrameProps)
  | ({ type: 'change' } & Partial<FrameProps>)
  | { type: 'agent'; agentId: string; view: AgentView }
  | { type: 'answer'; question: number; value: unknown }
  | { type: 'refusal'; question: number; message: string }
  | { type: 'ping' }
