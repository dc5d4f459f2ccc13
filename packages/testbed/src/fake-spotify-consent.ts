import { createHash, randomUUID } from 'node:crypto'

const HOUR_S = 3600

export type Answer = { status: number; body?: unknown; headers?: Record<string, string> }
type Control = { rotates: boolean; cutsOpener: boolean; grants: Record<string, string>[] }
type Needs = { clientId: string; now: () => number; control: Control }

const html = (text: string) => text.replace(/[&<"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
const refusal = (error: string): Answer => ({ status: 400, body: { error, error_description: error } })

/** The half of the fake Spotify that asks people for their consent and hands out tokens for it. */
export function createConsent({ clientId, now, control }: Needs) {
  const codes = new Map<string, { challenge: string; redirectUri: string }>()
  const accessTokens = new Map<string, number>()
  const refreshTokens = new Set<string>()

  function newTokens(refreshToken?: string): Answer {
    const token = `access-${randomUUID()}`
    accessTokens.set(token, now() + HOUR_S * 1000)
    const body = { access_token: token, token_type: 'Bearer', scope: 'user-read-currently-playing', expires_in: HOUR_S }
    return { status: 200, body: refreshToken === undefined ? body : { ...body, refresh_token: refreshToken } }
  }
  function newRefreshToken(): string {
    const token = `refresh-${randomUUID()}`
    refreshTokens.add(token)
    return token
  }

  function exchange(form: Record<string, string>): Answer {
    const known = codes.get(form.code ?? '')
    codes.delete(form.code ?? '')
    const verifier = form.code_verifier ?? ''
    const challenge = createHash('sha256').update(verifier).digest('base64url')
    const isRight = known?.redirectUri === form.redirect_uri && known?.challenge === challenge
    return isRight ? newTokens(newRefreshToken()) : refusal('invalid_grant')
  }
  function refresh({ refresh_token: old = '' }: Record<string, string>): Answer {
    if (!refreshTokens.has(old)) return refusal('invalid_grant')
    if (!control.rotates) return newTokens()
    refreshTokens.delete(old)
    return newTokens(newRefreshToken())
  }

  return {
    grant(form: Record<string, string>): Answer {
      control.grants.push(form)
      if (form.client_id !== clientId) return refusal('invalid_client')
      if (form.grant_type === 'authorization_code') return exchange(form)
      return form.grant_type === 'refresh_token' ? refresh(form) : refusal('unsupported_grant_type')
    },

    page(query: URLSearchParams): Answer {
      const fields = Object.fromEntries(query)
      const isRight =
        fields.client_id === clientId &&
        fields.response_type === 'code' &&
        fields.code_challenge_method === 'S256' &&
        /^[\w-]{43}$/.test(fields.code_challenge ?? '') &&
        /^(https:|http:\/\/(127\.0\.0\.1|\[::1\])[:/])/.test(fields.redirect_uri ?? '')
      if (!isRight) return { status: 400, body: 'INVALID_CLIENT: Invalid request' }
      const link = (decision: string) => html(`/decide?${new URLSearchParams({ ...fields, decision })}`)
      const headers: Record<string, string> = { 'content-type': 'text/html' }
      if (control.cutsOpener) headers['cross-origin-opener-policy'] = 'same-origin'
      const links = `<a href="${link('agree')}">Agree</a> <a href="${link('cancel')}">Cancel</a>`
      return { status: 200, headers, body: `<!doctype html><title>Fake Spotify</title>${links}` }
    },

    decide(query: URLSearchParams): Answer {
      const redirectUri = query.get('redirect_uri') ?? ''
      const back = new URL(redirectUri)
      back.searchParams.set('state', query.get('state') ?? '')
      if (query.get('decision') === 'agree') {
        const code = `code-${randomUUID()}`
        codes.set(code, { challenge: query.get('code_challenge') ?? '', redirectUri })
        back.searchParams.set('code', code)
      } else back.searchParams.set('error', 'access_denied')
      return { status: 302, headers: { location: back.href } }
    },

    isGood: (token: string): boolean => (accessTokens.get(token) ?? 0) > now(),

    endAccess: (): void => accessTokens.clear(),

    revoke(): void {
      accessTokens.clear()
      refreshTokens.clear()
    },
  }
}
