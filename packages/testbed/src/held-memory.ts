import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
/** Collects all garbage of this thread. */
export const collect = runInNewContext('gc') as () => void

/** Megabytes that this thread still holds once its garbage is collected, buffers included. */
export function heldMb(): number {
  collect()
  const { heapUsed, external } = process.memoryUsage()
  return (heapUsed + external) / 2 ** 20
}
