import { readFileSync } from 'node:fs'
import path from 'node:path'
import { toMeta } from '@atalaya/module-package/catalogue-entry'
import { contentTypeOf } from '@atalaya/module-package/content-types'
import { frameHeaders, framePage } from '@atalaya/module-package/frame-policy'
import type { ModulePackageContent } from '@atalaya/module-package/module-package'

const FILES = /^\/modules\/[^/]+\/[^/]+\/(.*)/

/** The module as it would be installed; its version increases with each build. */
type Built = { content: ModulePackageContent; version: string }
/** The module, or the fault that prevents it. */
export type DevModule = Built | { fault: string }

type DevState = {
  /** The origin that the browser used. */
  origin: string
  devModule: DevModule
  /** The folder of the built page. */
  page: string
  /** The address of the real server, if there is one. */
  server: string | undefined
}

export type Answer = { type: string; body: string | Buffer; headers?: Record<string, string> }

/**
 * Answers a request of the page. `/workshop.json` is the state of the module. Files of the module have the policy of an
 * installed one; all others are files of the page.
 */
export function answerTo(url: string, { origin, devModule, page, server }: DevState): Answer | null {
  if (url === '/workshop.json') {
    return { type: 'application/json', body: JSON.stringify('fault' in devModule ? devModule : metaOf(devModule)) }
  }
  if (url === '/workshop-server.json') return { type: 'application/json', body: JSON.stringify(server ?? null) }
  const [, file] = FILES.exec(url) ?? []
  if (file === undefined) return fileOf(page, url)
  return 'fault' in devModule ? null : fileOfModule(file, origin, devModule)
}

/** A file of the module, with the policy that it has when installed. */
function fileOfModule(file: string, origin: string, devModule: Built): Answer | null {
  const { manifest, files } = devModule.content
  const body = file === '' ? framePage(manifest) : files.get(file)
  if (body === undefined) return null
  const policy = frameHeaders(origin, `${origin}/modules/${manifest.id}/${devModule.version}/`, [])
  // A frame without an origin is a foreign site to the server of its scripts.
  const headers = { ...policy, 'access-control-allow-origin': '*' }
  return { type: file === '' ? 'text/html; charset=utf-8' : contentTypeOf(file), body, headers }
}

const metaOf = ({ content: { manifest, configSchema }, version }: Built) =>
  toMeta({ ...manifest, version }, configSchema, true)

/** A file of the page itself. */
function fileOf(page: string, url: string): Answer | null {
  const file = path.join(page, url)
  if (!file.startsWith(path.join(page, path.sep))) return null
  try {
    return { type: contentTypeOf(file), body: readFileSync(file) }
  } catch {
    return null
  }
}
