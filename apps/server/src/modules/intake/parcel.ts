import type { ModulePackageContent } from '@atalaya/module-package/module-package'

/** A package before it is read: an archive, or the files of a folder by path. */
export type Parcel = { archive: Uint8Array } | { files: ReadonlyMap<string, Uint8Array> }

/** Result of reading a parcel: its content, or the reason for its refusal, for people. */
export type Intake = { content: ModulePackageContent } | { refused: string }
