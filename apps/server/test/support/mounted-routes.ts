import type { FastifyInstance } from 'fastify'

/** Characters of one level in the tree that Fastify prints. */
const INDENT = 4

/** Every route that the application answers, as `METHOD /path`, without HEAD (every GET has one) and OPTIONS (CORS). */
export function mountedRoutes(app: FastifyInstance): string[] {
  const parents: string[] = []
  return app
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      // The branch of the tree, a part of the path, and its methods in brackets.
      const [, branch, path, methods] = /^([\s│]*[├└]── )(\S+) \(([A-Z, ]+)\)$/.exec(line) ?? []
      if (branch === undefined || path === undefined || methods === undefined) return []
      const depth = branch.length / INDENT - 1
      const full = (parents[depth - 1] ?? '') + path
      parents.splice(depth, parents.length, full)
      const listed = methods.split(', ').filter((method) => method !== 'HEAD' && method !== 'OPTIONS')
      return listed.map((method) => `${method} ${full}`)
    })
}
