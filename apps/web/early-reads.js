// Sends the first requests of the screen while its program loads. `src/lib/calls/early-reads.ts` hands out the answers.
;(() => {
  let token = null
  let user = null
  try {
    token = localStorage.getItem('auth_access_token')
    user = JSON.parse(localStorage.getItem('auth_user'))
  } catch (_) {
    // Sends nothing without a session; the program itself then finds out the reason.
  }
  if (!token || !user) return
  // Reads an answer to its end at once, and makes a copy that the program can use.
  const copy = async (answer) => new Response((await answer.text()) || null, answer)
  const reads = {}
  for (const read of READS) {
    const path = read.replace('{user}', user._id)
    // Skips a list if the page has a query string: its order or filters would make another request.
    if (path.includes('?') && location.search !== '') continue
    reads[path] = fetch(path, { headers: { accept: 'application/json', authorization: `Bearer ${token}` } }).then(copy)
    reads[path].catch(() => undefined)
  }
  window.earlyReads = { token, reads }
})()
