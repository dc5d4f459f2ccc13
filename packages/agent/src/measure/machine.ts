import { readFileSync } from 'node:fs'
import os from 'node:os'

/** What the machine is; told once per connection. */
export type Machine = { hostname: string; os: string; arch: string; bootId: string | null }

const readIfThere = (file: string): string | null => {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}

export function describeMachine(): Machine {
  const release = /^PRETTY_NAME="?([^"\n]*)/m.exec(readIfThere('/etc/os-release') ?? '')?.[1]
  return {
    hostname: os.hostname(),
    os: release ?? `${os.type()} ${os.release()}`,
    arch: os.arch(),
    bootId: readIfThere('/proc/sys/kernel/random/boot_id')?.trim() ?? null,
  }
}
