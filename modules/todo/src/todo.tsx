import { Age, Dimmed, useAwaySince, useConfig, useIsDisplay } from '@atalaya/module-sdk'
import type { ReactNode } from 'react'
import { AddItem } from './add-item.tsx'
import { inOrder, MAX_ITEMS, type TodoItem } from './items.ts'
import { Row } from './row.tsx'
import { Check } from './signs.tsx'
import { type Items, useItems } from './use-items.ts'
import './todo.css'

/** A list of things to do: ticked, added and edited on the widget, read only on displays. */
export function Todo() {
  const list = useItems()
  const awaySince = useAwaySince()
  if (list.items) return <Known list={list} items={inOrder(list.items)} awaySince={awaySince} />
  return <Note>{list.fault === 'read' ? 'The list could not be read.' : 'Loading...'}</Note>
}

type KnownProps = { list: Items; items: TodoItem[]; awaySince: string | null }

function Known({ list, items, awaySince }: KnownProps) {
  const isDisplay = useIsDisplay()
  const done = items.filter((item) => item.done)
  return (
    <Dimmed since={awaySince} className="todo">
      <div className="todo-sheet">
        <Head
          items={items}
          open={items.length - done.length}
          age={<Age since={awaySince} className="shrink-0 font-normal" />}
        />
        <ul
          aria-label="Things to do"
          // What scrolls must be reached by the keyboard.
          tabIndex={isDisplay ? undefined : 0}
          className={`todo-list ${isDisplay ? 'flex-wrap overflow-hidden' : 'overflow-y-auto overscroll-contain [scrollbar-width:thin]'}`}
        >
          {items.map((item) =>
            isDisplay ? (
              <ReadOnly key={item.id} item={item} />
            ) : (
              <Row key={item.id} item={item} onChange={list.change} />
            ),
          )}
        </ul>
        {!isDisplay && (
          <div className="todo-foot">
            {list.fault === 'write' && (
              <p role="alert" className="text-destructive-text text-xs">
                The change could not be saved.
              </p>
            )}
            <AddItem isFull={items.length >= MAX_ITEMS} onChange={list.change} />
            {done.length > 0 && (
              <button
                type="button"
                className="todo-clear"
                onClick={() => list.change({ type: 'clear', ids: done.map(({ id }) => id) })}
              >
                Clear done
              </button>
            )}
          </div>
        )}
      </div>
    </Dimmed>
  )
}

function Head({ items, open, age }: { items: TodoItem[]; open: number; age: ReactNode }) {
  const { title } = useConfig()
  const name = typeof title === 'string' && title ? title : 'To-do'
  const [first] = items
  const count = items.length === 0 ? 'Nothing to do' : open === 0 ? 'All done' : `${open} to do`
  return (
    <div className="todo-head">
      <p className="todo-title truncate font-semibold" title={name}>
        {name}
      </p>
      <p className="todo-count shrink-0 text-muted-foreground tabular-nums">{count}</p>
      {first && open > 0 && (
        <p className="todo-first truncate" title={first.text}>
          {first.text}
        </p>
      )}
      {age}
    </div>
  )
}

function ReadOnly({ item: { text, done } }: { item: TodoItem }) {
  return (
    <li className="todo-row">
      <span role="img" aria-label={done ? 'Done' : 'To do'} className={`todo-box ${done ? 'todo-box-done' : ''}`}>
        {done && <Check />}
      </span>
      <span className={`todo-text line-clamp-2 ${done ? 'text-muted-foreground line-through' : ''}`} title={text}>
        {text}
      </span>
    </li>
  )
}

function Note({ children }: { children: ReactNode }) {
  return (
    <div className="grid h-full place-items-center overflow-hidden p-2 text-center text-muted-foreground text-sm leading-tight">
      <p>{children}</p>
    </div>
  )
}
