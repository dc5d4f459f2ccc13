import { ARCHIVE_MAX } from '@atalaya/contract/module-packages'
import { useMutation } from '@tanstack/react-query'
import { FolderSync, Library, Upload } from 'lucide-react'
import { useRef, useState } from 'react'
import { Alert } from '#web/components/ui/alert.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { installPackage, scanFolder } from '#web/features/marketplace/packages.queries.ts'
import { notify } from '#web/lib/notify.ts'
import { plural } from '#web/lib/plural.ts'

/** Installed package with a version that still has to be accepted. */
type Waiting = { id: string; version: string }
type PackageActionsProps = { onInstalled: (waiting: Waiting) => void; onIndexes: () => void }

/** Installs from a file or from the server's folder. A version with permissions has to be accepted afterwards. */
export function PackageActions({ onInstalled, onIndexes }: PackageActionsProps) {
  const input = useRef<HTMLInputElement>(null)
  const [fault, setFault] = useState<string | null>(null)
  const install = useMutation(installPackage)
  const scan = useMutation(scanFolder)
  const onError = (error: Error) => setFault(error.message)

  function upload(file: File) {
    setFault(null)
    if (file.size > ARCHIVE_MAX) return setFault(`${file.name} is larger than ${ARCHIVE_MAX / 1024 / 1024} MiB`)
    install.mutate(file, {
      onError,
      onSuccess({ package: { id, name }, version, isActive }) {
        if (isActive) void notify('success', `${name} ${version} is running`)
        else onInstalled({ id, version })
      },
    })
  }

  function onScan() {
    setFault(null)
    scan.mutate(undefined, {
      onError,
      onSuccess({ installed, refused }) {
        if (refused.length > 0) setFault(refused.map(({ name, message }) => `${name}: ${message}`).join(' · '))
        void notify('success', plural(installed.length, { one: '# package installed', other: '# packages installed' }))
      },
    })
  }

  return (
    <>
      <div className="ml-auto flex flex-wrap gap-2">
        <Button variant="secondary" size="sm" onClick={onIndexes}>
          <Library aria-hidden />
          Indexes
        </Button>
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
            // Reset, so that the same file can be chosen again after a correction.
            target.value = ''
            if (file) upload(file)
          }}
        />
      </div>
      {fault && (
        // Scrolls to the error: a module added above may have pushed it out of view.
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
