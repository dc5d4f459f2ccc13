import { useConfig, useNow, useSize, WithData } from '@atalaya/module-sdk'
import { type ReactNode, useMemo } from 'react'
import { planOf } from '../plan.ts'
import type { Answer } from '../server.ts'
import { Chart } from './chart.tsx'
import { Columns } from './columns.tsx'
import { Figures } from './figures.tsx'
import { Note } from './note.tsx'
import { Rows } from './rows.tsx'
import type { ValueResult } from './value-result.ts'

const views = { Number: Figures, List: Rows, Table: Columns, Chart }

/** Values of a service that answers JSON. */
export function AnyJson() {
  return <WithData<Answer>>{(answer, age) => <AnswerView answer={answer} age={age} />}</WithData>
}

function AnswerView({ answer, age }: { answer: Answer; age: ReactNode }) {
  const config = useConfig()
  const { height } = useSize()
  const now = useNow()
  const { title, values, show } = useMemo(() => planOf(config), [config])
  // An answer may still belong to the previous configuration.
  const results = values.flatMap((value, index): ValueResult[] => {
    const picked = answer.values.find(({ path }) => path === value.path)
    return picked ? [{ key: `${index} ${value.path}`, value, picked, now }] : []
  })
  const View = views[show]
  const isOneRow = height === 1
  return (
    <div
      className={`@container flex h-full flex-col overflow-hidden px-3 @max-[8rem]:px-2 ${isOneRow ? 'gap-0.5 py-1' : 'gap-2 py-3'}`}
    >
      <p className="flex min-w-0 shrink-0 items-center gap-x-1.5 leading-tight @max-[14rem]:flex-wrap">
        <span
          className={`min-w-0 truncate ${isOneRow ? 'text-muted-foreground text-xs' : 'font-semibold text-sm'} ${isOneRow && age ? '@max-[14rem]:sr-only' : ''}`}
          title={title}
        >
          {title}
        </span>
        {age}
      </p>
      {results.length === 0 ? <Note text="Loading..." /> : <View results={results} isOneRow={isOneRow} />}
    </div>
  )
}
