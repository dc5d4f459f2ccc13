import { parseArgs } from 'node:util'
import { keyText } from '@atalaya/module-package/index-file'
import { createModule } from 'create-atalaya-module/create'
import { serveModule } from './dev.ts'
import { findModule } from './find.ts'
import { indexFolder, signArchive } from './index-folder.ts'
import { packModule } from './pack.ts'
import type { RealServer } from './real-server.ts'
import { makeKey, readKey } from './signing-key.ts'
import { testModule } from './test.ts'

/** Differences between a checkout of Atalaya and a folder elsewhere. */
export type Surroundings = {
  /** Name of the program in its messages. */
  program: string
  /** Folder in which `new` writes, and the kind of place. */
  workshop: string
  place: 'checkout' | 'standalone'
  /** Folders in which modules are found by name. */
  folders: readonly string[]
  /** The built page of `dev`. */
  workshopPage: () => string | Promise<string>
}

const usage = ({ program, place }: Surroundings) => {
  const name = place === 'checkout' ? 'NAME' : '[NAME]'
  return `${program} new NAME
    writes a working module to a new folder
${program} dev ${name} [--server ADDRESS]
    shows it in the real sandbox, again after each change; with a server, with the agents, settings, requests and storage
    there, by the personal token in ATALAYA_TOKEN
${program} test ${name}
    runs its tests
${program} pack ${name}
    checks it and writes the archive to install
${program} index FOLDER --key FILE [--name TEXT]
    makes and signs modules.index of the archives in the folder, which servers read by its address; stops the
    versions that kills.json in it names: [{ "id", "versions", "reason" }]
${program} sign ARCHIVE --key FILE
    signs an archive for an index that somebody else makes
${program} key FILE
    makes the key that signs; who has the file can publish in your name

NAME is a folder or a path; without it, the module is in this folder.`
}

/** The token comes from the environment: other users of the machine can read arguments. */
function realServer(address: string): RealServer {
  const token = process.env.ATALAYA_TOKEN
  if (!token) throw new Error('--server needs a personal token in ATALAYA_TOKEN (Settings, Tokens)')
  return { address, token }
}

/**
 * Runs a command and returns the exit code.
 * @throws Error with a message for people
 */
export async function runCli(args: readonly string[], surroundings: Surroundings): Promise<number> {
  const { positionals, values } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { server: { type: 'string' }, key: { type: 'string' }, name: { type: 'string' } },
  })
  const [command = '', name] = positionals
  if (name !== undefined && (await publish(command, name, values))) return 0
  const home = () => findModule(name ?? '.', surroundings.folders)
  if (command === 'new' && name !== undefined) {
    const folder = createModule(name, surroundings.workshop, surroundings.place)
    const nextCommand =
      surroundings.place === 'checkout'
        ? `${surroundings.program} dev ${name}`
        : `npm install && npm run dev (in ${name})`
    console.log(`Written to ${folder}. Look at it with: ${nextCommand}`)
    return 0
  }
  if (command === 'dev') {
    const { url } = await serveModule(home(), {
      port: Number(process.env.PORT ?? 5180),
      print: console.log,
      ...(values.server !== undefined && { server: realServer(values.server) }),
      page: await surroundings.workshopPage(),
    })
    console.log(`The module runs on ${url} (Ctrl+C ends it)`)
    return 0
  }
  if (command === 'test') return await testModule(home())
  if (command === 'pack') {
    const { file, size, fileCount, permissions } = await packModule(home())
    console.log(`${file}: ${Math.ceil(size / 1024)} KB in ${fileCount} files, asks for ${permissions}`)
    return 0
  }
  console.log(usage(surroundings))
  return 2
}

/** Runs the commands about indexes; false if it is another command. */
async function publish(
  command: string,
  file: string,
  { key, name }: { key?: string; name?: string },
): Promise<boolean> {
  if (command === 'key') {
    console.log(`Public key: ${keyText(makeKey(file))}`)
    return true
  }
  if (key === undefined) return false
  if (command === 'sign') {
    console.log(`Written to ${await signArchive(file, readKey(key))}`)
    return true
  }
  if (command !== 'index') return false
  const result = await indexFolder(file, { keys: readKey(key), name, now: Date.now() })
  const { serial, modules } = result.index
  console.log(`${result.file}: number ${serial}, ${modules.length} modules. Public key: ${result.key}`)
  if (result.isOtherKey) console.log('It is another key than before: every administrator will be asked to accept it.')
  return true
}
