// Asks for what the console asks first while its scripts are still on their way; browserFetch.ts hands the answers over.
if (!document.querySelector('meta[name="signed-out"]')) {
  const atProspects = new URLSearchParams(location.search).get('tab') === 'prospects'
  const asked = atProspects ? ['/api/admin/me', '/api/admin/prospects'] : ['/api/admin/me']
  window.salonbackEarly = new Map(
    asked.map((path) => {
      const stop = new AbortController()
      const headers = { accept: 'application/json' }
      const answer = fetch(path, { headers, credentials: 'include', signal: stop.signal })
      // Who asks for it hears of a failure; nobody may.
      answer.catch(() => {})
      return [path, { answer, stop: () => stop.abort() }]
    }),
  )
  // After the list, which takes longest, and all at once: one after another they would each wait for its next piece.
  const { files, prospects } = document.currentScript.dataset
  for (const file of `${files} ${atProspects ? prospects : ''}`.trim().split(' ')) {
    const link = document.createElement('link')
    Object.assign(link, { rel: 'modulepreload', crossOrigin: '', href: `/admin/${file}` })
    document.head.append(link)
  }
}
