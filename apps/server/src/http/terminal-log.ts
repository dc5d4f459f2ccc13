import { faultInOneLine, inOneLine } from '#server/domain/one-line.ts'

/** A line of pino's, as `createLogger` writes it. */
type Line = {
  level: number
  time: number
  msg?: string
  err?: { message?: string; stack?: string }
  req?: { method: string; url: string; ip: string }
  status?: number
  ms?: number
  where?: string
  more?: number
}

export type Output = { write(text: string): unknown }

/** Levels of pino. */
const WARN = 40
const ERROR = 50

/** Writes the log as sentences for a person at a terminal. */
export function toTerminal(out: Output) {
  return { write: (json: string): void => void out.write(`${sentenceOf(JSON.parse(json))}\n`) }
}

function sentenceOf({ level, time, ...line }: Line): string {
  const [clock] = new Date(time).toTimeString().split(' ')
  const kind = level >= ERROR ? 'Error: ' : level >= WARN ? 'Warning: ' : ''
  return `${clock} ${kind}${inOneLine(messageOf(line))}`
}

function messageOf({ msg = '', err, req, status, ms, where, more }: Omit<Line, 'level' | 'time'>): string {
  if (req) return `${req.method} ${req.url} from ${req.ip} was answered with ${status} after ${ms} ms`
  const cause = err ? `: ${faultInOneLine(err)}` : ''
  return [msg, where && ` in ${where}`, cause, more && `, and ${more} more of the kind`].filter(Boolean).join('')
}
