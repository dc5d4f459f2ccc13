import os from 'node:os'
import { readSmallText } from '#agent/disk/bounded-file.ts'

const FILE_MAX_BYTES = 64 * 1024

/** Description of the machine, sent once per connection, cut to the bounds of a hello. */
export type Machine = { hostname: string; os: string; arch: string; bootId: string | null }

const readIfThere = (file: string): string | null => {
  try {
    return readSmallText(file, FILE_MAX_BYTES)
  } catch {
    return null
  }
}

export function describeMachine(): Machine {
  const release = /^PRETTY_NAME="?([^"\n]*)/m.exec(readIfThere('/etc/os-release') ?? '')?.[1]
  return {
    hostname: os.hostname().slice(0, 255),
    os: (release ?? `${os.type()} ${os.release()}`).slice(0, 80),
    arch: os.arch(),
    bootId: readIfThere('/proc/sys/kernel/random/boot_id')?.trim().slice(0, 64) ?? null,
  }
}
