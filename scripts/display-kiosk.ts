// `npm run display:kiosk`: makes a Raspberry Pi, or any machine with systemd, a display.
import { createInterface } from 'node:readline/promises'
import { installKiosk } from './kiosk/install.ts'
import { readOptions } from './kiosk/options.ts'
import { orExplain } from './product/prepare.ts'

/** Without a person at the keyboard there is no consent. */
async function agree(question: string): Promise<boolean> {
  if (!process.stdin.isTTY) return false
  const talk = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await talk.question(question)
  talk.close()
  return /^y(es)?$/i.test(answer.trim())
}

await orExplain(async () => {
  const options = readOptions(process.argv.slice(2))
  const isWritten = await installKiosk(options, { print: console.log, agree })
  if (!isWritten) console.log('Nothing was written. To write: --write')
  else
    console.log(
      options.root === '/' ? 'The screen shows a code: pair it at /displays.' : 'Written; nothing was started.',
    )
})
