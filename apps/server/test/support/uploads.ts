import type { TestApp } from './test-app.ts'

/** Uploads a module package as the file of a form, as a browser does. */
export async function upload(app: TestApp, token: string, bytes: Buffer, field = 'file') {
  const form = new FormData()
  form.set(field, new Blob([new Uint8Array(bytes)]), 'module.tgz')
  const encoded = new Response(form)
  const reply = await app.app.inject({
    method: 'POST',
    url: '/api/v1/modules',
    headers: { authorization: `Bearer ${token}`, 'content-type': encoded.headers.get('content-type') ?? '' },
    payload: Buffer.from(await encoded.arrayBuffer()),
  })
  return { status: reply.statusCode, body: reply.json() }
}
