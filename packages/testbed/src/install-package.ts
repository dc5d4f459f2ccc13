/** Installs an archive of a module as an administrator does. */
export async function installPackage(url: string, token: string, archive: Buffer): Promise<void> {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(archive)]), 'module.tgz')
  const headers = { authorization: `Bearer ${token}` }
  const response = await fetch(`${url}/api/v1/modules`, { method: 'POST', headers, body: form })
  if (!response.ok) throw new Error(`Installing answered ${response.status}: ${await response.text()}`)
}
