// `npm run display:kiosk`: makes a Raspberry Pi, or any machine with systemd, a display.
import { createInterface } from 'node:readline/promises'
import { installKiosk } from './kiosk/install.ts'
import { readOptions } from './kiosk/options.ts'
import { runOrExplain } from './product/prepare.ts'

/** Asks the person at the keyboard. Without a terminal nobody can consent. */
async function askForConsent(question: string): Promise<boolean> {
  if (!process.stdin.isTTY) return false
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await terminal.question(question)
  terminal.close()
  return /^y(es)?$/i.test(answer.trim())
}

await runOrExplain(async () => {
  const options = readOptions(process.argv.slice(2))
  const isWritten = await installKiosk(options, { print: console.log, confirm: askForConsent })
  if (!isWritten) console.log('Nothing was written. To install it, confirm, or run it again with --write.')
  // Another root prepares an image of a disk, on which nothing is started.
  else
    console.log(
      options.root === '/' ? 'The screen shows a code: pair it at /displays.' : 'Written; nothing was started.',
    )
})
