import { mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { capture } from '../lib/run.ts'
import { buildWorkshopPage } from '../module/workshop-page.ts'
import { buildPackage } from './build-package.ts'
import { PUBLISHED, stageOf } from './published.ts'

/** Builds all published packages and packs them into an empty folder, as `npm publish` would. Returns the archives. */
export async function packPublished(target: string): Promise<string[]> {
  rmSync(target, { recursive: true, force: true })
  mkdirSync(target, { recursive: true })
  const files: string[] = []
  for (const published of PUBLISHED) {
    const stage = await buildPackage(published)
    if (published.hasWorkshop) await buildWorkshopPage(path.join(stage, 'workshop'))
    const args = ['pack', '--ignore-scripts', '--json', '--pack-destination', target]
    const { code, output } = await capture('npm', args, { cwd: stageOf(published) })
    if (code !== 0) throw new Error(`npm pack failed in ${stage}\n${output}`)
    const { filename } = firstOf(JSON.parse(output.slice(output.search(/[[{]/))))
    files.push(path.join(target, filename))
  }
  return files
}

type PackedArchive = { filename: string }

/** npm 10 prints a list; npm 11 may print an object by the names of the packages. */
function firstOf(packed: PackedArchive[] | Record<string, PackedArchive>): PackedArchive {
  const [first] = Object.values(packed)
  if (!first) throw new Error('npm pack names no file')
  return first
}
