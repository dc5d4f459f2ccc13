// `npm run module -- new|dev|test|pack NAME`: making a module.

import { root } from './lib/workspaces.ts'
import { createModule } from './module/create.ts'
import { serveModule } from './module/dev.ts'
import { findModule } from './module/find.ts'
import { packModule } from './module/pack.ts'
import { testModule } from './module/test.ts'
import { ensureInstalled, orExplain } from './product/prepare.ts'

const USAGE = `npm run module -- new NAME    writes a working module to workshop/NAME
npm run module -- dev NAME    shows it in the real sandbox, anew after each change
npm run module -- test NAME   runs its tests
npm run module -- pack NAME   checks it and writes the archive to install

NAME is a folder of workshop/ or examples/, or a path.`

const [command, name] = process.argv.slice(2)

const commands: Record<string, (name: string) => Promise<void> | void> = {
  async new(given) {
    const home = createModule(given)
    console.log(`Written to ${home}. Look at it with: npm run module -- dev ${given}`)
  },
  async dev(given) {
    const { url } = await serveModule(findModule(given), { port: Number(process.env.PORT ?? 5180), say: console.log })
    console.log(`${given} runs on ${url} (Ctrl+C ends it)`)
  },
  async test(given) {
    process.exitCode = await testModule(findModule(given))
  },
  async pack(given) {
    const { file, size, fileCount, permissions } = await packModule(findModule(given))
    console.log(`${file}: ${Math.ceil(size / 1024)} KB in ${fileCount} files, asks for ${permissions}`)
  },
}

const run = commands[command ?? '']
if (run && name) {
  await orExplain(async () => {
    await ensureInstalled(root)
    await run(name)
  })
} else {
  console.log(USAGE)
  process.exitCode = 2
}
