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
  // Reads an answer to its end at once, so that the program can use it as it is.
  const whole = async (answer) => new Response((await answer.text()) || null, answer)
  const reads = {}
  for (const read of READS) {
    const path = read.replace('{user}', user._id)
    // Skips a list if the address has an order or filters: that would be another request.
    if (path.includes('?') && location.search !== '') continue
    reads[path] = fetch(path, { headers: { accept: 'application/json', authorization: `Bearer ${token}` } }).then(whole)
    reads[path].catch(() => undefined)
  }
  window.earlyReads = { token, reads }
})()
