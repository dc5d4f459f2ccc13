import { npmArchiveOf } from './archives.ts'

const manifest = { id: 'clock', name: 'Clock', version: '1.0.0', size: { width: 2, height: 1 }, entry: 'index.js' }

/** The `module.json` of a small module, with other fields on top. */
export const manifestText = (fields: object = {}): string => JSON.stringify({ ...manifest, ...fields })

/** Archive of that module; `files` are added to its script. */
export const clockArchive = (fields: object = {}, files: Record<string, string> = {}): Buffer =>
  npmArchiveOf({ 'module.json': manifestText(fields), 'index.js': 'console.log(1)', ...files })
