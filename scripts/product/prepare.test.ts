import { spawnSync } from 'node:child_process'
import { chmodSync, rmSync } from 'node:fs'
import { expect, test } from 'vitest'
import { copyCheckout } from '../check/checkout-copy.ts'

const NOBODY = '65534'
/** An account that may not write to a checkout of ours: root may write to any. */
const other = process.getuid?.() === 0 ? ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups'] : []
const asOther = (cwd: string, ...args: string[]) => {
  const [command = '', ...rest] = [...other, process.execPath, ...args]
  return spawnSync(command, rest, { cwd, encoding: 'utf8', env: {} })
}

// Skipped if Node lies in a closed home, where other users can't run it.
test.runIf(process.platform !== 'win32' && asOther('/', '--version').status === 0)(
  'a service that can not write to an outdated checkout explains how to build it',
  () => {
    const checkout = copyCheckout()
    chmodSync(checkout, 0o555)
    const { status, stderr } = asOther(checkout, 'scripts/node24.mjs', 'scripts/start.ts')
    expect(stderr).toBe(
      `${checkout} is not installed and built for its present sources and Node ${process.version}, and this account may ` +
        'not write there. Run `npm run build` there as the account that the folder belongs to, then start again.\n',
    )
    expect(status).toBe(1)
    chmodSync(checkout, 0o755)
    rmSync(checkout, { recursive: true })
  },
)
