import { expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'

const home = { OIDC_PROVIDERS: 'home', OIDC_HOME_ISSUER: 'https://id.example.org', OIDC_HOME_CLIENT_ID: 'atalaya' }

test('providers have names, and defaults for all other settings', () => {
  const club = { OIDC_CLUB_ISSUER: 'http://127.0.0.1:9091', OIDC_CLUB_CLIENT_ID: 'x', OIDC_CLUB_NAME: 'The club' }
  const { oidc } = readConfig({ ...home, ...club, OIDC_PROVIDERS: 'home, club', REGISTRATION: 'closed' })
  expect(oidc).toEqual([
    {
      id: 'home',
      name: 'Home',
      issuer: 'https://id.example.org',
      clientId: 'atalaya',
      clientSecret: undefined,
      scopes: 'openid profile email',
      adminGroup: undefined,
      groupsClaim: 'groups',
      registration: 'closed',
    },
    expect.objectContaining({ id: 'club', name: 'The club' }),
  ])
  expect(readConfig({}).oidc).toEqual([])
})

test.each([
  [{ OIDC_PROVIDERS: 'Home' }, 'OIDC_PROVIDERS: must be names of small letters and digits like home,club'],
  [{ OIDC_PROVIDERS: 'home,home' }, 'OIDC_PROVIDERS: names a provider twice'],
  [{ OIDC_HOME_ISSUER: 'id.example.org' }, 'OIDC_HOME_ISSUER: must be an address like https://id.example.org'],
  [
    { OIDC_HOME_ISSUER: 'http://id.example.org' },
    'OIDC_HOME_ISSUER: must be https, without ? and #; http is taken for this machine itself alone',
  ],
  [{ OIDC_HOME_SCOPES: 'profile' }, 'OIDC_HOME_SCOPES: must hold openid'],
  [{ OIDC_HOME_CLIENTID: 'x' }, 'OIDC_HOME_CLIENTID: is unknown; see .env.example'],
  [
    { OIDC_PROVIDERS: 'home,club', OIDC_CLUB_ISSUER: 'https://id.example.org', OIDC_CLUB_CLIENT_ID: 'x' },
    'OIDC_CLUB_ISSUER: is that of another provider',
  ],
  [
    { OIDC_PROVIDERS: 'home,club', OIDC_CLUB_ISSUER: 'https://ID.example.org/', OIDC_CLUB_CLIENT_ID: 'x' },
    'OIDC_CLUB_ISSUER: is that of another provider',
  ],
])('%o makes the start fail with one line', (settings, line) => {
  expect(() => readConfig({ ...home, ...settings })).toThrow(`Setting ${line}`)
})
