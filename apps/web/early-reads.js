// Asks for what the screen reads first, while its program is still on the way. `src/lib/calls/early-reads.ts` hands it out.
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
  // Read to its end at once: the program takes it as it is.
  const whole = async (answer) => new Response((await answer.text()) || null, answer)
  const reads = {}
  for (const read of READS) {
    const path = read.replace('{user}', user._id)
    // A list that was put in order or filtered is another one.
    if (path.includes('?') && location.search !== '') continue
    reads[path] = fetch(path, { headers: { accept: 'application/json', authorization: `Bearer ${token}` } }).then(whole)
    reads[path].catch(() => undefined)
  }
  window.earlyReads = { token, reads }
})()
