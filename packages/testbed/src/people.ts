import { randomUUID } from 'node:crypto'

export const PASSWORD = 'correct horse battery'

/** Headers of a browser's POST in tests, in which the server is called `localhost`. */
export const BROWSER = { origin: 'http://localhost', 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' }

/** A valid registration with a unique username; any field may be replaced. */
export function someone(fields: Record<string, unknown> = {}) {
  const username = typeof fields.username === 'string' ? fields.username : `user-${randomUUID().slice(0, 8)}`
  const names = { name: 'Ada', surname: 'Lovelace', birthday: '1990-12-10' }
  return { username, email: `${username}@example.org`, password: PASSWORD, ...names, ...fields }
}

/** A jar that keeps cookies as a browser does. */
export function createJar() {
  const cookies = new Map<string, string>()
  return {
    take(headers: { 'set-cookie'?: string | string[] | undefined }): void {
      for (const line of [headers['set-cookie'] ?? []].flat()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
        if (/Max-Age=0|Expires=Thu, 01 Jan 1970/i.test(line)) cookies.delete(name)
        else cookies.set(name, value)
      }
    },
    headers: () => ({ ...BROWSER, cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') }),
  }
}
