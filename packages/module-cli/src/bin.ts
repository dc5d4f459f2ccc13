import { fileURLToPath } from 'node:url'
import { runCli } from './cli.ts'

try {
  process.exitCode = await runCli(process.argv.slice(2), {
    program: 'npx atalaya-module',
    workshop: process.cwd(),
    place: 'standalone',
    folders: [],
    // The release puts the page beside this file.
    workshopPage: () => fileURLToPath(new URL('./workshop', import.meta.url)),
  })
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
