import type { ModulePackage } from '@atalaya/contract/module-packages'
import { useMutation } from '@tanstack/react-query'
import { permissionChanges } from '#web/components/catalogue/permissions.ts'
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx'
import { activateVersion } from '#web/features/marketplace/packages.queries.ts'
import { PermissionChanges } from '#web/features/marketplace/permission-changes.tsx'

type AcceptDialogProps = { pkg: ModulePackage; version: string; onClose: () => void }

/** Asks before a version is activated: compares its permissions with those of the running version. */
export function AcceptDialog({
  pkg: { id, name, accepted, activeVersion, versions },
  version,
  onClose,
}: AcceptDialogProps) {
  const activate = useMutation(activateVersion)
  const newVersion = versions.find((each) => each.version === version)
  if (!newVersion) return null
  const changes = permissionChanges(accepted, newVersion.permissions)
  const replacedText = activeVersion ? ` in place of ${activeVersion}` : ''
  return (
    <ConfirmDialog
      title={`Run ${name} ${version}`}
      description={`It runs on all boards${replacedText}, apart from the page. This is all that it can reach:`}
      confirmText="Accept and run"
      busyText="Starting..."
      isBusy={activate.isPending}
      error={activate.error?.message}
      onConfirm={() => activate.mutate({ id, version, permissions: newVersion.permissions }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <PermissionChanges changes={changes} />
    </ConfirmDialog>
  )
}
