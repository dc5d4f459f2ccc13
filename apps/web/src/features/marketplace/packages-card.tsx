import { ARCHIVE_MAX } from '@atalaya/contract/module-packages'
import { useMutation, useQuery } from '@tanstack/react-query'
import { FolderSync, Upload } from 'lucide-react'
import { memo, useRef, useState } from 'react'
import { Alert } from '#web/components/ui/alert.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Card, CardContent, CardHeader, CardTitle } from '#web/components/ui/card.tsx'
import { Skeleton } from '#web/components/ui/skeleton.tsx'
import { AcceptDialog } from '#web/features/marketplace/accept-dialog.tsx'
import { PackageDialog } from '#web/features/marketplace/package-dialog.tsx'
import { PackageList } from '#web/features/marketplace/package-list.tsx'
import { installPackage, packagesQuery, scanFolder } from '#web/features/marketplace/packages.queries.ts'
import { notify } from '#web/lib/notify.ts'
import { plural } from '#web/lib/plural.ts'

/** What an administrator looks at: a package, or a version of it that waits to be accepted. */
type Shown = { id: string; accept?: string }

/** Modules from archives, for administrators. */
export const PackagesCard = memo(function PackagesCard() {
  const { data: packages, isError, refetch } = useQuery(packagesQuery)
  const [shown, setShown] = useState<Shown | null>(null)
  const found = packages?.find(({ id }) => id === shown?.id)
  const close = () => setShown(null)
  return (
    <Card aria-labelledby="packages">
      <CardHeader className="flex-wrap gap-2">
        <CardTitle id="packages" className="scroll-mt-20">
          Packages
        </CardTitle>
        <Installing onInstalled={setShown} />
      </CardHeader>
      <CardContent className="grid grid-cols-1 gap-3">
        {!packages && !isError && <Skeleton className="h-12" />}
        {isError && !packages && (
          <Alert>
            Could not load the packages{' '}
            <Button variant="link" className="h-auto px-0" onClick={() => void refetch()}>
              Try Again
            </Button>
          </Alert>
        )}
        {packages?.length === 0 && (
          <p className="text-muted-foreground text-sm">
            No package is installed yet. Packages are modules of others; they run apart from the page and reach nothing
            but what you accept.
          </p>
        )}
        {packages && packages.length > 0 && <PackageList packages={packages} onOpen={(id) => setShown({ id })} />}
      </CardContent>
      {found && shown?.accept && <AcceptDialog one={found} version={shown.accept} onClose={close} />}
      {found && !shown?.accept && (
        <PackageDialog one={found} onAccept={(accept) => setShown({ id: found.id, accept })} onClose={close} />
      )}
    </Card>
  )
})

/** Installs from a file or from the server's folder; what asks for something is shown to be accepted. */
function Installing({ onInstalled }: { onInstalled: (shown: Shown) => void }) {
  const input = useRef<HTMLInputElement>(null)
  const [fault, setFault] = useState<string | null>(null)
  const install = useMutation(installPackage)
  const scan = useMutation(scanFolder)
  const failed = (error: Error) => setFault(error.message)

  function upload(file: File) {
    setFault(null)
    if (file.size > ARCHIVE_MAX) return setFault(`${file.name} is larger than ${ARCHIVE_MAX / 1024 / 1024} MiB`)
    install.mutate(file, {
      onError: failed,
      onSuccess({ package: { id, name }, version, isActive }) {
        if (isActive) void notify('success', `${name} ${version} is running`)
        else onInstalled({ id, accept: version })
      },
    })
  }

  function onScan() {
    setFault(null)
    scan.mutate(undefined, {
      onError: failed,
      onSuccess({ installed, refused }) {
        if (refused.length > 0) setFault(refused.map(({ name, message }) => `${name}: ${message}`).join(' · '))
        void notify('success', plural(installed.length, { one: '# package installed', other: '# packages installed' }))
      },
    })
  }

  return (
    <>
      <div className="ml-auto flex flex-wrap gap-2">
        <Button
          variant="secondary"
          size="sm"
          busy={scan.isPending}
          onClick={onScan}
          title="Installs what lies in DATA_DIR/modules"
        >
          <FolderSync aria-hidden />
          Scan folder
        </Button>
        <Button size="sm" busy={install.isPending} onClick={() => input.current?.click()}>
          <Upload aria-hidden />
          Install package
        </Button>
        <input
          ref={input}
          type="file"
          accept=".tgz,.zip,.gz"
          aria-label="Package file"
          className="sr-only"
          tabIndex={-1}
          onChange={({ target }) => {
            const [file] = target.files ?? []
            // The same file can be chosen again after it was mended.
            target.value = ''
            if (file) upload(file)
          }}
        />
      </div>
      {fault && (
        // A new module above may have pushed this out of view.
        <div
          key={fault}
          ref={(alert) => alert?.scrollIntoView({ block: 'nearest' })}
          className="basis-full scroll-my-20"
        >
          <Alert>{fault}</Alert>
        </div>
      )}
    </>
  )
}
