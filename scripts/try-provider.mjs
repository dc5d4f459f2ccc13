// A provider of OpenID Connect to try signing in with (docs/deploy.md): every name signs in. For this machine alone.
import Provider from 'oidc-provider'

const PORT = 9091
const ATALAYA = process.env.ATALAYA_URL ?? 'http://127.0.0.1:3000'

const provider = new Provider(`http://127.0.0.1:${PORT}`, {
  clients: [
    {
      client_id: 'atalaya',
      client_secret: 'only-to-try',
      require_auth_time: true,
      redirect_uris: [`${ATALAYA}/oidc/home`],
      post_logout_redirect_uris: [`${ATALAYA}/login`],
    },
  ],
  claims: {
    openid: ['sub'],
    email: ['email', 'email_verified'],
    profile: ['given_name', 'family_name', 'preferred_username'],
    groups: ['groups'],
  },
  findAccount: (_context, login) => ({
    accountId: login,
    claims: () => ({
      sub: login,
      preferred_username: login,
      email: `${login}@example.org`,
      email_verified: true,
      given_name: login,
      family_name: 'of Home',
      groups: login.startsWith('admin') ? ['admins'] : [],
    }),
  }),
})
provider.listen(PORT, '127.0.0.1', () => {
  process.stdout.write(`A provider to try is ready on http://127.0.0.1:${PORT}, for Atalaya on ${ATALAYA}\n`)
})
