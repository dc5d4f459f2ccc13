import { bytesText } from '@atalaya/format/bytes'
import { durationText } from '@atalaya/format/duration'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { GITHUB_URL } from '#web/app/links.ts'
import { LoadFailed } from '#web/components/load-failed.tsx'
import { Card, CardContent, CardHeader, CardTitle } from '#web/components/ui/card.tsx'
import { backupsQuery, makeBackup } from '#web/features/backups/backups.queries.ts'
import { NewestBackup } from '#web/features/backups/newest-backup.tsx'
import { DiskStatus } from '#web/features/installation/disk-status.tsx'
import { installationQuery } from '#web/features/installation/installation.queries.ts'
import { LostSecrets } from '#web/features/installation/lost-secrets.tsx'
import { useNow } from '#web/lib/clock.ts'
import { useFormats } from '#web/lib/formats.ts'
import { isAdmin, useSession } from '#web/lib/session/session.ts'
import { usePaletteRequest } from '#web/lib/use-palette-request.ts'

const MINUTE_MS = 60_000

/** Version of this program; for administrators also the installation's state. */
export function AboutServer() {
  const isAdministrator = isAdmin(useSession()?.user)
  return (
    <Card aria-labelledby="about-title">
      <CardHeader>
        <CardTitle id="about-title">About this server</CardTitle>
      </CardHeader>
      <CardContent className="grid gap-4">
        <dl className="grid grid-cols-[minmax(0,1fr)] gap-x-6 gap-y-1 text-sm sm:grid-cols-[8rem_minmax(0,1fr)] sm:gap-y-3">
          <Fact name="Version">Atalaya {__VERSION__}</Fact>
          {isAdministrator && <Installation />}
        </dl>
        {isAdministrator && <LostSecrets />}
        <p className="flex flex-wrap gap-x-4 gap-y-1 text-sm [&>a]:underline [&>a]:underline-offset-4">
          <Link to="/terms">Terms of Service</Link>
          <Link to="/privacy">Privacy Policy</Link>
          <a href={GITHUB_URL} target="_blank" rel="noreferrer">
            Source on GitHub
          </a>
        </p>
      </CardContent>
    </Card>
  )
}

/** Uptime, disk and backups, with faults in words below each line. */
function Installation() {
  const { data, error, refetch } = useQuery(installationQuery)
  const { data: schedule, isPending } = useQuery(backupsQuery)
  const backUp = useMutation(makeBackup)
  usePaletteRequest('back-up', () => backUp.mutate())
  const formats = useFormats()
  const now = useNow(MINUTE_MS)
  if (error && !data) {
    return (
      <Fact name="Installation">
        <LoadFailed onRetry={() => void refetch()}>Could not load how it is doing.</LoadFailed>
      </Fact>
    )
  }
  const disk = data?.disk
  return (
    <>
      <Fact name="Running for">{data ? uptimeText(now.getTime() - Date.parse(data.startedAt)) : LOADING}</Fact>
      <Fact name="Disk">
        {data
          ? disk
            ? `${bytesText(disk.freeBytes, formats)} of ${bytesText(disk.totalBytes, formats)} free`
            : 'Not known here'
          : LOADING}
        {disk && disk.level !== 'ok' && <DiskStatus />}
      </Fact>
      <Fact name="Newest backup">
        {isPending ? (
          LOADING
        ) : schedule ? (
          <NewestBackup schedule={schedule} isRequesting={backUp.isPending} onBackUp={() => backUp.mutate()} />
        ) : (
          <>
            No backups are scheduled.{' '}
            <a
              href={`${GITHUB_URL}/blob/HEAD/docs/backup.md`}
              target="_blank"
              rel="noreferrer"
              className="underline underline-offset-4"
            >
              How to schedule them
            </a>
          </>
        )}
      </Fact>
    </>
  )
}

const LOADING = 'Loading…'

/** Uptime in whole minutes after the first one; the text is updated as often. */
const uptimeText = (ms: number) => durationText((ms < MINUTE_MS ? ms : Math.floor(ms / MINUTE_MS) * MINUTE_MS) / 1000)

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <dt className="text-muted-foreground max-sm:pt-2">{name}</dt>
    <dd className="wrap-anywhere grid gap-2">
      <div>{children}</div>
    </dd>
  </>
)
