// Asks for what the screen reads first, while its program is still on the way. `src/lib/early-reads.ts` hands the answers out.
;(() => {
  let token = null
  let user = null
  try {
    token = localStorage.getItem('auth_access_token')
    user = JSON.parse(localStorage.getItem('auth_user'))
  } catch (_) {
    // Without them the program finds out by itself what is wrong.
  }
  if (!token || !user) return
  const reads = {}
  for (const read of READS) {
    const path = read.replace('{user}', user._id)
    // A list that was put in order or filtered is another one.
    if (path.includes('?') && location.search !== '') continue
    reads[path] = fetch(path, { headers: { accept: 'application/json', authorization: `Bearer ${token}` } })
    reads[path].catch(() => undefined)
  }
  window.earlyReads = { token, reads }
})()
