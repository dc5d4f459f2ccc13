import path from 'node:path'
import { createModule } from './create.ts'

const [name] = process.argv.slice(2)
if (name === undefined || name.startsWith('-')) {
  console.log('create-atalaya-module NAME    writes a working module to the folder NAME')
  process.exitCode = 2
} else {
  try {
    const home = createModule(name, process.cwd(), 'standalone')
    console.log(`Written to ${home}. Look at it with:\n\n  cd ${path.basename(home)}\n  npm install\n  npm run dev`)
  } catch (error) {
    console.error((error as Error).message)
    process.exitCode = 1
  }
}
