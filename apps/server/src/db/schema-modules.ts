/** The tables of modules that were installed from packages, and of what widgets keep. */
export type ModulesSchema = {
  module_packages: ModulePackagesTable
  module_versions: ModuleVersionsTable
  /** `content` is base64: the same in both databases, and read a file at a time. */
  module_files: { module_id: string; version: string; path: string; sha256: string; content: string }
  widget_storage: { widget_id: string; value: string }
  widget_photos: WidgetPhotosTable
}

/** `id` is made of what is in the photo. `jpeg` is base64, and the last column: sums and lists don't read it. */
type WidgetPhotosTable = {
  widget_id: string
  id: string
  sort: number
  width: number
  height: number
  size: number
  jpeg: string
}

type ModulePackagesTable = {
  id: string
  active_version: string | null
  /** The permissions that an administrator has accepted, as JSON. */
  accepted: string
}

/** A row outlives its files: a version never comes back with other contents. */
type ModuleVersionsTable = {
  module_id: string
  version: string
  digest: string
  manifest: string
  config_schema: string | null
  size: number
  file_count: number
  installed_at: number
  removed_at: number | null
}
