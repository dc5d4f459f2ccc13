import { spawn } from 'node:child_process'

/**
 * Exit code for a restart: a service manager with restart on failure starts the agent again (sysexits: EX_TEMPFAIL).
 */
const EXIT_AGAIN = 75

/**
 * Starts this program again with the same command line; never returns. Uses `execve` in the same process if Node has
 * it. Otherwise the service manager restarts it, or a new process takes over.
 */
export function startAgain(environment: NodeJS.ProcessEnv): void {
  const [node, ...args] = process.argv
  if (node === undefined) process.exit(EXIT_AGAIN)
  if (typeof process.execve === 'function') process.execve(node, [node, ...process.execArgv, ...args], environment)
  // systemd sets INVOCATION_ID for its services; any other process starts its successor itself.
  if (environment.INVOCATION_ID === undefined) {
    spawn(node, [...process.execArgv, ...args], { stdio: 'inherit', env: environment }).unref()
    process.exit(0)
  }
  process.exit(EXIT_AGAIN)
}
