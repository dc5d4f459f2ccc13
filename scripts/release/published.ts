import path from 'node:path'
import { root } from '../lib/workspaces.ts'

/** A package that is published on npm. */
export type Published = {
  folder: string
  /** What others import, by the name in `exports`; built with types. */
  entries: Record<string, string>
  /** What others run. */
  bin?: string
  /** Whether the page of `dev` lies in it. */
  hasWorkshop?: true
  /** Further files that others read. */
  files?: readonly string[]
  /** Packages that whoever installs it has already chosen. */
  peers: readonly string[]
}

/** What a module is made with; everything else of ours that they need is built into them. */
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

/** Where the built package lies. */
export const stageOf = ({ folder }: Published): string => path.join(root, folder, 'dist/npm')

/** `./mount` is built as `mount`, and `.` as `index`. */
export const nameOf = (subpath: string): string => subpath.slice(2) || 'index'
