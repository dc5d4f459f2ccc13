const HOPS_MAX = 15
const REDIRECTS = [302, 303]

/** Minimal browser: follows a provider's pages, fills in their forms, and stops before it would leave the provider. */
export function createProviderBrowser(issuer: string) {
  const cookies = new Map<string, string>()

  async function ask(address: string, body?: URLSearchParams): Promise<Response> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(address, {
      method: body ? 'POST' : 'GET',
      redirect: 'manual',
      headers: { cookie },
      body: body ?? null,
    })
    for (const line of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=')
      if (value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
    return response
  }

  /** Fills in the page's form: that of the sign-in, or that of the consent, which has fewer fields. */
  async function submit(response: Response, login: string): Promise<Response> {
    const page = await response.text()
    const [, action] = /<form[^>]* action="([^"]+)"/.exec(page) ?? []
    if (!response.ok || !action) throw new Error(`The provider answered ${response.status}: ${page.slice(0, 500)}`)
    const [, prompt = ''] = /name="prompt" value="(\w+)"/.exec(page) ?? []
    return ask(new URL(action, issuer).href, new URLSearchParams({ prompt, login, password: 'any' }))
  }

  return {
    /** Signs in as `login` and agrees. Returns the address to which the provider sends the browser back. */
    async signIn(authorizeUrl: string, login: string): Promise<URL> {
      let response = await ask(authorizeUrl)
      for (let hops = 0; hops < HOPS_MAX; hops++) {
        const location = REDIRECTS.includes(response.status) ? response.headers.get('location') : null
        const next = location === null ? null : new URL(location, issuer)
        if (next && next.origin !== new URL(issuer).origin) return next
        response = next ? await ask(next.href) : await submit(response, login)
      }
      throw new Error('The provider sends in circles')
    },
  }
}
