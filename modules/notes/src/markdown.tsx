import type { Token, Tokens } from 'marked'
import { createElement, Fragment, type ReactNode } from 'react'
import { parse } from './parse.ts'

/** Maximum depth of nested lists and quotations; deeper ones are shown as they were written. */
const DEPTH_MAX = 12

/** Markdown as elements, never as HTML: tags are shown as text, and pictures by their names. */
export function Markdown({ text, hasLinks }: { text: string; hasLinks: boolean }) {
  return <Blocks tokens={parse(text)} context={{ hasLinks, depth: 0 }} />
}

type Context = { hasLinks: boolean; depth: number }
type PartProps<T = Token> = { token: T; context: Context }

const inner = (context: Context): Context => ({ ...context, depth: context.depth + 1 })

/** Draws each item, with its index as the key. */
function each<T>(all: readonly T[], draw: (item: T, index: number) => ReactNode): ReactNode {
  // biome-ignore lint/suspicious/noArrayIndexKey: the same text has the same tokens in the same places.
  return all.map((item, index) => <Fragment key={index}>{draw(item, index)}</Fragment>)
}

const Blocks = ({ tokens = [], context }: { tokens?: Token[] | undefined; context: Context }) =>
  each(tokens, (token) => <Part token={token} context={context} />)

function Part({ token, context }: PartProps): ReactNode {
  if (context.depth > DEPTH_MAX) return token.raw
  const tokens = 'tokens' in token ? token.tokens : undefined
  const children = tokens ? <Blocks tokens={tokens} context={inner(context)} /> : null
  switch (token.type) {
    case 'heading':
      return <Heading depth={(token as Tokens.Heading).depth}>{children}</Heading>
    case 'paragraph':
      return <p className="mb-2 last:mb-0">{children}</p>
    case 'list':
      return <List token={token as Tokens.List} context={context} />
    case 'blockquote':
      return <blockquote className="mb-2 border-l-2 pl-3 text-muted-foreground last:mb-0">{children}</blockquote>
    case 'code':
      return <pre className="mb-2 whitespace-pre-wrap rounded-md bg-muted p-2 text-[0.9em] last:mb-0">{token.text}</pre>
    case 'table':
      return <Table token={token as Tokens.Table} context={context} />
    case 'hr':
      return <hr className="my-2" />
    case 'strong':
      return <strong className="font-semibold">{children}</strong>
    case 'em':
      return <em>{children}</em>
    case 'del':
      return <del>{children}</del>
    case 'codespan':
      return <code className="rounded bg-muted px-1 text-[0.9em]">{token.text}</code>
    case 'br':
      return <br />
    case 'link':
      return <Anchor href={(token as Tokens.Link).href} hasLinks={context.hasLinks} text={children} />
    case 'space':
    case 'def':
      return null
    case 'html':
      return token.raw
    default:
      return children ?? ('text' in token ? token.text : token.raw)
  }
}

const SIZES = ['text-[1.4em]', 'text-[1.2em]', 'text-[1.1em]'] as const

/** Heading below the names of page and widget: the first level here is the third of the document. */
function Heading({ depth, children }: { depth: number; children: ReactNode }) {
  const className = `mb-1 font-semibold leading-tight ${SIZES[depth - 1] ?? ''}`
  return createElement(`h${Math.min(6, depth + 2)}`, { className }, children)
}

function List({ token: { ordered, start, items }, context }: PartProps<Tokens.List>) {
  const lines = each(items, (item) => (
    <li className={item.task ? 'flex items-start gap-2' : undefined}>
      {item.task && <Tick isDone={item.checked === true} />}
      <div className={item.checked ? 'text-muted-foreground line-through' : undefined}>
        <Blocks tokens={item.tokens.filter(({ type }) => type !== 'checkbox')} context={inner(context)} />
      </div>
    </li>
  ))
  if (ordered)
    return (
      <ol start={Number(start)} className="mb-2 list-decimal pl-6 last:mb-0">
        {lines}
      </ol>
    )
  const isTasks = items.every(({ task }) => task)
  return <ul className={`mb-2 last:mb-0 ${isTasks ? '' : 'list-disc pl-5'}`}>{lines}</ul>
}

function Tick({ isDone }: { isDone: boolean }) {
  return (
    <span
      role="img"
      aria-label={isDone ? 'Done' : 'Open'}
      className="mt-[0.15em] grid size-[1.1em] shrink-0 place-items-center rounded-sm border border-muted-foreground text-[0.8em] leading-none"
    >
      {isDone && '✓'}
    </span>
  )
}

function Table({ token: { header, rows, align }, context }: PartProps<Tokens.Table>) {
  const cells = (row: Tokens.TableCell[], Cell: 'th' | 'td') =>
    each(row, ({ tokens }, column) => (
      <Cell className="border-b px-2 py-1" style={{ textAlign: align[column] ?? 'left' }}>
        <Blocks tokens={tokens} context={inner(context)} />
      </Cell>
    ))
  return (
    <table className="mb-2 w-full border-collapse last:mb-0">
      <thead className="font-semibold">
        <tr>{cells(header, 'th')}</tr>
      </thead>
      <tbody>
        {each(rows, (row) => (
          <tr>{cells(row, 'td')}</tr>
        ))}
      </tbody>
    </table>
  )
}

/** Links to pages and addresses for mail; all others are text. */
function Anchor({ href, hasLinks, text }: { href: string; hasLinks: boolean; text: ReactNode }) {
  const isSafe = URL.canParse(href) && ['http:', 'https:', 'mailto:'].includes(new URL(href).protocol)
  if (!hasLinks || !isSafe) return <Fragment>{text}</Fragment>
  return (
    <a href={href} target="_blank" rel="noopener noreferrer" className="text-primary-text underline underline-offset-2">
      {text}
    </a>
  )
}
