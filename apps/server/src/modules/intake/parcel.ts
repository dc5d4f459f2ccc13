import type { ModulePackageContent } from '@atalaya/module-package/module-package'

/** A package as it comes: an archive, or the files of a folder by their path. */
export type Parcel = { archive: Uint8Array } | { files: ReadonlyMap<string, Uint8Array> }

/** What comes of a parcel: its contents, or why they are refused, for people. */
export type Intake = { content: ModulePackageContent } | { refused: string }
