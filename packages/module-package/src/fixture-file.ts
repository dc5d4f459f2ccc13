import { parseJson, UnreadableJson } from '@atalaya/contract/bounded-json'
import { previewFixture } from '@atalaya/contract/module-fixture'
import { invalidManifest, type Manifest, type ManifestError } from '@atalaya/contract/modules'
import { z } from 'zod'

/** A fixture file. Unknown keys are errors; `$schema` is for editors. */
export const fixtureFile = previewFixture.extend({ $schema: z.string().max(500).optional() }).strict()

/**
 * Checks the text of a module's fixture, and that it answers only requests that the manifest declares.
 * @throws ManifestError that names each fault under `fixture`.
 */
export function checkFixture(text: string, { requests = {} }: Pick<Manifest, 'requests'>): void {
  const parsed = fixtureFile.safeParse(jsonOf(text))
  if (!parsed.success) throw fixtureError(parsed.error.issues)
  const unknown = Object.keys(parsed.data.requests).filter((name) => !Object.hasOwn(requests, name))
  if (unknown.length === 0) return
  throw fixtureError(unknown.map((name) => ({ path: ['requests', name], message: 'is not declared in module.json' })))
}

const fixtureError = (issues: readonly { path: readonly PropertyKey[]; message: string }[]): ManifestError =>
  invalidManifest(issues.map(({ path, message }) => ({ path: ['fixture', ...path], message })))

function jsonOf(text: string): unknown {
  try {
    return parseJson(text)
  } catch (error) {
    if (error instanceof UnreadableJson) throw fixtureError([{ path: [], message: error.message }])
    throw error
  }
}
