import { existsSync, statSync } from 'node:fs'
import path from 'node:path'
import { parseJson } from '@atalaya/contract/bounded-json'
import { z } from 'zod'
import { readSmallFile } from '#agent/disk/bounded-file.ts'
import { publicKeyOf } from './signature.ts'
import type { UpdateChoice } from './update-choice.ts'

/** File in which the machine's owner permits the dashboard more than harmless actions. */
export const ALLOW_FILE = '/etc/atalaya-agent/allow.json'
const ROOT = 0
const WRITABLE_BY_OTHERS = 0o022
/** Maximum size. A hello names all allowed commands, and must stay well below the maximum of a frame. */
const MAX_BYTES = 64 * 1024

const isPattern = (text: string) => {
  try {
    return new RegExp(text) instanceof RegExp
  } catch {
    return false
  }
}
const pattern = z.string().max(500).startsWith('^').endsWith('$').refine(isPattern, 'is no regular expression')
const argument = z.union([z.strictObject({ enum: z.array(z.string()).min(1) }), z.strictObject({ pattern })])

const allowedAction = z.strictObject({
  description: z.string().max(200).optional(),
  /** A program and its arguments; an argument `{name}` is replaced by the value of that name. */
  command: z.array(z.string()).min(1),
  args: z.record(z.string(), argument).default({}),
  timeoutS: z.int().min(1).max(3600).default(60),
  idempotent: z.boolean().default(false),
})
export const allowFile = z
  .strictObject({
    services: z.array(z.string().regex(/^[\w@.:-]+$/)).default([]),
    actions: z.record(z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/), allowedAction).default({}),
    reboot: z.boolean().default(false),
    /** Updates by the server: false for never, "signed" for programs signed by `updateKey`, true for always. */
    update: z.union([z.boolean(), z.literal('signed')], 'must be false, "signed" or true').optional(),
    updateKey: z
      .string()
      .refine((text) => publicKeyOf(text) !== null, 'must be a public key as `npm run agent:sign` shows it')
      .optional(),
  })
  .refine((settings) => settings.update !== 'signed' || settings.updateKey, '"update": "signed" needs an "updateKey"')
  // A key without `update` would mean that nobody checks signatures.
  .refine((settings) => settings.update !== undefined || !settings.updateKey, 'an "updateKey" needs "update": "signed"')
  .transform(({ update, updateKey, ...rest }) => ({ ...rest, update: choiceOf(update, updateKey) }))
export type Allowed = z.infer<typeof allowFile>

function choiceOf(update: boolean | 'signed' | undefined, key: string | undefined): UpdateChoice | null {
  if (update === undefined) return null
  return update === 'signed' ? { mode: 'signed', key } : { mode: update ? 'always' : 'never' }
}

/** Permissions, or the reason why there are none; both null without a file. */
export type Readout = { allowed: Allowed | null; problem: string | null }

/**
 * Reads the owner's file. It counts only if `owner` (root) alone can change it: a hijacked agent must not widen its
 * rights.
 */
export function readAllowed(file: string, owner: number = ROOT): Readout {
  const refuseFile = (why: string): Readout => ({ allowed: null, problem: `${file} is ignored: ${why}` })
  try {
    const { stats, text } = readSmallFile(file, MAX_BYTES)
    if (![stats, statSync(path.dirname(file))].every(isOwnedBy(owner))) {
      return refuseFile('it and its folder must belong to root and be writable by root only')
    }
    const parsed = allowFile.safeParse(parseJson(text))
    return parsed.success ? { allowed: parsed.data, problem: null } : refuseFile(faultsOf(parsed.error))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { allowed: null, problem: null }
    if ((error as NodeJS.ErrnoException).code === 'ELOOP') return refuseFile('it must be a file, not a link')
    return refuseFile((error as Error).message)
  }
}

/** Text of `file`, or of a new one, with this choice of updates. All else stays as it was. */
export function withUpdate(file: string, { mode, key }: UpdateChoice): string {
  const present = existsSync(file) ? parseJson(readSmallFile(file, MAX_BYTES).text) : {}
  const update = mode === 'signed' ? mode : mode === 'always'
  return `${JSON.stringify({ ...(present as object), update, updateKey: key }, null, 2)}\n`
}

const faultsOf = ({ issues }: z.ZodError): string =>
  issues
    .slice(0, 3)
    .map(({ path: place, message }) => [place.join('.'), message].filter(Boolean).join(': '))
    .join('; ')

const isOwnedBy =
  (owner: number) =>
  ({ uid, mode }: { uid: number; mode: number }) =>
    uid === owner && (mode & WRITABLE_BY_OTHERS) === 0
