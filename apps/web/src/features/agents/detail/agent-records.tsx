import { useQuery } from '@tanstack/react-query'
import { LoadFailed } from '#web/components/load-failed.tsx'
import { Card, CardContent, CardHeader, CardTitle } from '#web/components/ui/card.tsx'
import { Skeleton } from '#web/components/ui/skeleton.tsx'
import { agentRecordsQuery } from '#web/features/agents/agents.queries.ts'
import { RecordList } from '#web/features/agents/record-list.tsx'

/** JSON records of an agent, newest first. */
export function AgentRecords({ agentId }: { agentId: string }) {
  const { data, isPending, isError, refetch } = useQuery(agentRecordsQuery(agentId))
  return (
    <Card className="min-w-0" aria-label="Latest data">
      <CardHeader>
        <CardTitle>Latest data</CardTitle>
      </CardHeader>
      <CardContent tabIndex={0} className="max-h-[36rem] overflow-y-auto pt-3">
        {isPending && <Skeleton className="h-24" />}
        {isError && !data && (
          <LoadFailed onRetry={() => void refetch()}>The server could not be asked for the data.</LoadFailed>
        )}
        {data?.length === 0 && <p className="text-muted-foreground">No recent data</p>}
        {data && <RecordList records={data} />}
      </CardContent>
    </Card>
  )
}
