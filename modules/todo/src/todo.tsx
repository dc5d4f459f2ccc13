import { Age, Dimmed, useAwaySince, useConfig, useIsDisplay } from '@atalaya/module-sdk'
import type { ReactNode } from 'react'
import { AddItem } from './add-item.tsx'
import { DisplayRow } from './display-row.tsx'
import { inOrder, MAX_ITEMS, type TodoItem } from './items.ts'
import { Row } from './row.tsx'
import { type Items, useItems } from './use-items.ts'
import './todo.css'

/**
 * A list of things to do: ticked, added and edited on the widget. On displays it is read, or ticked if that is allowed.
 */
export function Todo() {
  const list = useItems()
  const awaySince = useAwaySince()
  if (list.items) return <TodoList list={list} items={inOrder(list.items)} awaySince={awaySince} />
  return <Note>{list.fault === 'read' ? 'The list could not be read.' : 'Loading...'}</Note>
}

type TodoListProps = { list: Items; items: TodoItem[]; awaySince: string | null }

function TodoList({ list, items, awaySince }: TodoListProps) {
  const isDisplay = useIsDisplay()
  const { tickOnDisplays, hideOnDisplays } = useConfig()
  const isHidden = isDisplay && hideOnDisplays === true
  const done = items.filter((item) => item.done)
  const open = items.length - done.length
  return (
    <Dimmed since={awaySince} className="todo">
      <div className="todo-sheet">
        <Head
          count={countText(items.length, open)}
          first={open > 0 && !isHidden ? items[0] : undefined}
          age={<Age since={awaySince} className="shrink-0 font-normal" />}
        />
        {!isHidden && (
          <ul
            aria-label="Things to do"
            // A scrolling area must be reached by the keyboard.
            tabIndex={isDisplay ? undefined : 0}
            className={`todo-list ${isDisplay ? 'flex-wrap overflow-hidden' : 'scroll-list'}`}
          >
            {items.map((item) =>
              isDisplay ? (
                <DisplayRow key={item.id} item={item} onChange={tickOnDisplays === true ? list.change : undefined} />
              ) : (
                <Row key={item.id} item={item} onChange={list.change} />
              ),
            )}
          </ul>
        )}
        {list.fault === 'write' && (
          <p role="alert" className="todo-fault">
            The change could not be saved.
          </p>
        )}
        {!isDisplay && (
          <div className="todo-foot">
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

function countText(all: number, open: number): string {
  if (all === 0) return 'Nothing to do'
  return open === 0 ? 'All done' : `${open} to do`
}

type HeadProps = { count: string; first: TodoItem | undefined; age: ReactNode }

function Head({ count, first, age }: HeadProps) {
  const { title } = useConfig()
  const name = typeof title === 'string' && title ? title : 'To-do'
  return (
    <div className="todo-head">
      <p className="todo-title truncate font-semibold" title={name}>
        {name}
      </p>
      <p className="todo-count shrink-0 text-muted-foreground tabular-nums">{count}</p>
      {first && (
        <p className="todo-first truncate" title={first.text}>
          {first.text}
        </p>
      )}
      {age}
    </div>
  )
}

function Note({ children }: { children: ReactNode }) {
  return (
    <div className="grid h-full place-items-center overflow-hidden p-2 text-center text-muted-foreground text-sm leading-tight">
      <p>{children}</p>
    </div>
  )
}
