import type { ModulePackage, PackageVersion } from '@atalaya/contract/module-packages'
import { bytesText } from '@atalaya/format/bytes'
import { localDateText } from '@atalaya/format/local'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { permissionTexts } from '#web/components/catalogue/permissions.ts'
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx'
import { Badge } from '#web/components/ui/badge.tsx'
import { Button } from '#web/components/ui/button.tsx'
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from '#web/components/ui/dialog.tsx'
import { removePackage, removeVersion } from '#web/features/marketplace/packages.queries.ts'
import { useFormats } from '#web/lib/formats.ts'
import { plural } from '#web/lib/plural.ts'

type PackageDialogProps = { pkg: ModulePackage; onAccept: (version: string) => void; onClose: () => void }

/** Versions of a package with their permissions; activates, rolls back, or removes. */
export function PackageDialog({ pkg, onAccept, onClose }: PackageDialogProps) {
  const [isRemoving, setRemoving] = useState(false)
  const remove = useMutation(removePackage)
  if (isRemoving) {
    return (
      <ConfirmDialog
        title={`Remove ${pkg.name}`}
        description="All its versions go. Widgets of it keep their place on their boards, and say that it is gone."
        confirmText="Remove"
        busyText="Removing..."
        isDestructive
        isBusy={remove.isPending}
        error={remove.error?.message}
        onConfirm={() => remove.mutate(pkg, { onSuccess: onClose })}
        onClose={() => setRemoving(false)}
      />
    )
  }
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent>
        <DialogHeader>
          <DialogTitle>{pkg.name}</DialogTitle>
          <DialogDescription>The versions of {pkg.id}, newest first. A version never changes.</DialogDescription>
        </DialogHeader>
        {pkg.isInPlaceOfOwn && (
          <p className="text-sm">
            Atalaya has a module of this id of its own now. It runs once this package is removed; until then the package
            runs in its place.
          </p>
        )}
        <ul className="grid gap-3" aria-label="Versions">
          {pkg.versions.map((version) => (
            <VersionRow key={version.version} pkg={pkg} version={version} onAccept={() => onAccept(version.version)} />
          ))}
        </ul>
        <DialogFooter>
          <Button variant="destructive" className="sm:mr-auto" onClick={() => setRemoving(true)}>
            Remove package
          </Button>
          <Button variant="secondary" onClick={onClose}>
            Close
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  )
}

type VersionRowProps = { pkg: ModulePackage; version: PackageVersion; onAccept: () => void }

function VersionRow({
  pkg,
  version: { version, installedAt, size, fileCount, sha256, permissions, stopped },
  onAccept,
}: VersionRowProps) {
  const remove = useMutation(removeVersion)
  const formats = useFormats()
  const isRunning = pkg.activeVersion === version
  const indexOfVersion = (wanted: string | null) => pkg.versions.findIndex((each) => each.version === wanted)
  const isOlder = pkg.activeVersion !== null && indexOfVersion(version) > indexOfVersion(pkg.activeVersion)
  const texts = permissionTexts(permissions)
  return (
    <li aria-label={`Version ${version}`} className="grid gap-2 rounded-lg border p-3 text-sm">
      <div className="flex flex-wrap items-center gap-2">
        <span className="font-semibold tabular-nums">{version}</span>
        {isRunning && stopped === null && <Badge variant="success">Running</Badge>}
        {stopped !== null && <Badge variant="destructive">Stopped</Badge>}
        <span className="text-muted-foreground text-xs">
          {localDateText(installedAt, formats)} · {bytesText(size, formats)} in{' '}
          {plural(fileCount, { one: '# file', other: '# files' })}
        </span>
      </div>
      <p className="truncate font-mono text-muted-foreground text-xs" title={`SHA-256 ${sha256}`}>
        {sha256}
      </p>
      {stopped !== null && <p>Its index has withdrawn this version: {stopped}</p>}
      <p>{texts.length === 0 ? 'Asks for nothing.' : `${texts.join('. ')}.`}</p>
      {!isRunning && (
        <div className="flex flex-wrap justify-end gap-2">
          <Button
            variant="secondary"
            size="sm"
            busy={remove.isPending}
            aria-label={`Remove version ${version}`}
            onClick={() => remove.mutate({ id: pkg.id, version })}
          >
            Remove
          </Button>
          {stopped === null && (
            <Button size="sm" aria-label={`${isOlder ? 'Roll back to' : 'Run'} ${version}`} onClick={onAccept}>
              {isOlder ? 'Roll back…' : 'Run…'}
            </Button>
          )}
        </div>
      )}
    </li>
  )
}
