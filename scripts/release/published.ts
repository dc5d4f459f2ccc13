import path from 'node:path'
import { root } from '../lib/workspaces.ts'

/** A package that is published on npm. */
export type Published = {
  folder: string
  /** Public entries, by the name in `exports`; built with types. */
  entries: Record<string, string>
  /** Public program. */
  bin?: string
  /** True if the package contains the page of `dev`. */
  hasWorkshop?: true
  /** Further files that others read. */
  files?: readonly string[]
  /** Packages that the installing project already has. */
  peers: readonly string[]
}

/** Packages for making modules; all else of ours that they need is built into them. */
export const PUBLISHED: readonly Published[] = [
  {
    folder: 'packages/module-sdk',
    entries: { '.': 'src/index.ts', './mount': 'src/mount.tsx', './frame': 'src/frame.ts' },
    files: ['fixture.schema.json'],
    peers: ['react', 'react-dom'],
  },
  { folder: 'packages/module-cli', entries: {}, bin: 'src/bin.ts', hasWorkshop: true, peers: [] },
  { folder: 'packages/create-atalaya-module', entries: {}, bin: 'src/bin.ts', peers: [] },
]

export type PackageJson = {
  name: string
  version: string
  description?: string
  license: string
  dependencies?: Record<string, string>
}

/** Folder of the built package. */
export const stageOf = ({ folder }: Published): string => path.join(root, folder, 'dist/npm')

/** `./mount` is built as `mount`, and `.` as `index`. */
export const nameOf = (subpath: string): string => subpath.slice(2) || 'index'
