import type { AgentRecord } from '@atalaya/contract/agents'
import { bytesText } from '@atalaya/format/bytes'
import { useQuery } from '@tanstack/react-query'
import { Button } from '#web/components/ui/button.tsx'
import { recordQuery } from '#web/features/agents/agents.queries.ts'
import { useFormats } from '#web/lib/formats.ts'

/** JSON of a record. For a record too large for the list, its size and a button to fetch it. */
export function RecordBody({ record }: { record: AgentRecord }) {
  return record.omittedBytes === undefined ? <Json {...record} /> : <Omitted record={record} />
}

const Json = ({ data }: Pick<AgentRecord, 'data'>) => (
  <pre className="overflow-x-auto px-3 py-2 font-mono text-xs leading-5">{JSON.stringify(data.data, null, 2)}</pre>
)

function Omitted({ record }: { record: AgentRecord }) {
  const formats = useFormats()
  const { data, refetch, isFetching } = useQuery(recordQuery(record))
  if (data) return <Json {...data} />
  return (
    <p className="flex flex-wrap items-center gap-3 px-3 py-2 text-muted-foreground text-xs">
      {bytesText(record.omittedBytes ?? 0, formats)}, too large for a list.
      <Button variant="secondary" size="sm" disabled={isFetching} onClick={() => refetch()}>
        {isFetching ? 'Loading...' : 'Show it'}
      </Button>
    </p>
  )
}
