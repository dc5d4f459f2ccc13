/** The tables of modules from packages, and of widgets' storage. */
export type ModulesSchema = {
  module_packages: ModulePackagesTable
  module_versions: ModuleVersionsTable
  /** `content` is base64: the same in both databases, and read a file at a time. */
  module_files: { module_id: string; version: string; path: string; sha256: string; content: string }
  module_indexes: ModuleIndexesTable
  /** `entry` is the module's entry in the index, as JSON; `search` its searchable text, folded. */
  indexed_modules: { index_id: string; module_id: string; name: string; search: string; entry: string }
  widget_storage: { widget_id: string; value: string }
  widget_photos: WidgetPhotosTable
}

/** `id` is a hash of the photo. `jpeg` is base64, and the last column: sums and lists don't read it. */
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
  /** Accepted public key of the publisher; null for a manual installation. */
  publisher: string | null
}

type ModuleIndexesTable = {
  id: string
  address: string
  key: string
  name: string
  serial: number
  made_at: number
  /** SHA-256 of its JSON. */
  digest: string
  module_count: number
  /** The ETag of the file that these rows come from. */
  etag: string | null
  /** Reason why the last update failed, for people. */
  fault: string | null
  /** Key of a refused index that was signed with another key. */
  other_key: string | null
  /** Number of failed checks in a row. */
  failures: number
  looked_at: number
  next_at: number
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
  /** The index that it came from, which may be deleted by now. */
  index_id: string | null
  /** The reason why that index has stopped it. */
  stopped: string | null
}
