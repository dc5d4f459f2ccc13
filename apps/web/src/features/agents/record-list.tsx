import type { AgentRecord } from '@atalaya/contract/agents'
import { localText } from '@atalaya/format/local'
import { Badge } from '#web/components/ui/badge.tsx'
import { RecordBody } from '#web/features/agents/record-body.tsx'
import { useFormats } from '#web/lib/formats.ts'

/** Records of agents with their raw JSON. */
export function RecordList({ records }: { records: AgentRecord[] }) {
  const formats = useFormats()
  return (
    <ul className="grid gap-3">
      {records.map((record) => (
        <li key={record._id} className="overflow-hidden rounded-lg border">
          <div className="flex flex-wrap items-center gap-2 border-b bg-muted/60 px-3 py-1.5 text-xs">
            <time dateTime={record.createdAt} className="tabular-nums">
              {localText(record.createdAt, formats)}
            </time>
            <Badge variant="outline">{record.dataType}</Badge>
            {record.tags.map((tag) => (
              <Badge key={tag}>{tag}</Badge>
            ))}
          </div>
          <RecordBody record={record} />
        </li>
      ))}
    </ul>
  )
}
