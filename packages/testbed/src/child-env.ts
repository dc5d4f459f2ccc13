/**
 * Variables that child processes of a test inherit: the place of compiled modules, and `npm run test:clock`'s clock.
 */
const SHARED = /^(?:NODE_COMPILE_CACHE|LD_PRELOAD|FAKETIME\w*|TZ)$/

/**
 * The environment of a program that a test starts: `more`, and nothing of this process that could change what it does.
 */
export function childEnv(more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  const shared = Object.entries(process.env).filter(([name]) => SHARED.test(name))
  return { ...Object.fromEntries(shared), ...more }
}
