const talk = document.getElementById('talk')
const list = document.getElementById('list')
const faults = document.getElementById('faults')
const composer = document.getElementById('composer')
const body = document.getElementById('body')
const search = document.getElementById('q')
const sendStatus = document.getElementById('send-status')
const faultStatus = document.getElementById('fault-status')

let number = document.body.dataset.number

const part = async (name) => {
  const query = new URLSearchParams({ number, q: search.value })
  const response = await fetch(`/dev/phones/parts/${name}?${query}`)
  if (!response.ok) throw new Error(`${response.status}`)
  return response.text()
}

const post = (path, value) =>
  fetch(`/dev/phones/${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(value),
  })

const shown = new Map()

/** Replaces a part of the page if its HTML has changed, so that focus, selection and scroll position are kept otherwise. */
async function refresh(name, into) {
  const requested = number
  const fresh = await part(name)
  if (requested !== number || shown.get(name) === fresh) return false
  shown.set(name, fresh)
  const focused = into.contains(document.activeElement) ? document.activeElement.dataset.number : undefined
  into.innerHTML = fresh
  if (focused) into.querySelector(`[data-number="${CSS.escape(focused)}"]`)?.focus()
  return true
}

const atEnd = () => talk.scrollHeight - talk.scrollTop - talk.clientHeight < 80
const toEnd = () => {
  talk.scrollTop = talk.scrollHeight
}

async function refreshTalk() {
  const follow = atEnd()
  const changed = await refresh('talk', talk)
  if (changed && follow) toEnd()
  if (changed && number && !document.hidden) {
    await post(`api/handsets/${encodeURIComponent(number)}/read`, {})
  }
}

async function refreshAll() {
  await Promise.all([refresh('list', list), refreshTalk(), refresh('faults', faults)])
  const unread = list.querySelectorAll('.new').length
  document.title = `${unread > 0 ? `(${unread}) ` : ''}Phones`
}

let timer
async function keepFresh() {
  clearTimeout(timer)
  if (!document.hidden) await refreshAll().catch(() => undefined)
  timer = setTimeout(keepFresh, 1000)
}

function choose(next) {
  number = next
  document.body.dataset.number = next
  const line = list.querySelector(`[data-number="${CSS.escape(next)}"] .who`)
  document.getElementById('hand-title').textContent = line?.textContent ?? (next || 'No handset')
  composer.hidden = !next
  document.getElementById('number').value = next
  sendStatus.textContent = ''
  shown.delete('talk')
  refreshAll().then(toEnd, () => undefined)
}

list.addEventListener('click', (event) => {
  const line = event.target.closest('[data-number]')
  if (!line || event.metaKey || event.ctrlKey) return
  event.preventDefault()
  history.pushState(null, '', line.href)
  choose(line.dataset.number)
})
for (const home of document.querySelectorAll('.back')) {
  home.addEventListener('click', (event) => {
    event.preventDefault()
    history.pushState(null, '', '/dev/phones')
    choose('')
  })
}
addEventListener('popstate', () => choose(new URLSearchParams(location.search).get('number') ?? ''))
document.addEventListener('visibilitychange', () => {
  if (!document.hidden) keepFresh()
})

search.addEventListener('input', () => refresh('list', list))
search.form.addEventListener('submit', (event) => event.preventDefault())

async function send(value) {
  sendStatus.textContent = 'Sending...'
  const response = await post(`api/handsets/${encodeURIComponent(number)}/send`, value)
  const answer = await response.json()
  const status = answer.webhookStatus
  if (!response.ok) sendStatus.textContent = answer.message
  else if (status === null) sendStatus.textContent = 'Sent, but the service did not answer.'
  else sendStatus.textContent = status < 300 ? '' : `Sent, but the service answered ${status}.`
  await refreshAll()
  toEnd()
  return response.ok
}

composer.addEventListener('submit', async (event) => {
  event.preventDefault()
  if (body.value.trim() === '') return
  const draft = body.value
  // Keep text that was typed while sending.
  if ((await send({ body: draft })) && body.value === draft) {
    body.value = ''
    grow()
  }
  body.focus()
})
composer.addEventListener('click', (event) => {
  const { reply } = event.target.dataset
  if (reply) send({ body: reply })
})
body.addEventListener('keydown', (event) => {
  if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return
  event.preventDefault()
  composer.requestSubmit()
})
const grow = () => {
  body.style.height = 'auto'
  body.style.height = `${Math.min(body.scrollHeight, 160)}px`
}
body.addEventListener('input', grow)

document.getElementById('picture').addEventListener('change', (event) => {
  const [file] = event.target.files
  if (!file) return
  const reader = new FileReader()
  reader.addEventListener('load', () => {
    const data = String(reader.result).split(',')[1]
    send({ body: body.value, media: [{ contentType: file.type, data }] })
    body.value = ''
    event.target.value = ''
  })
  reader.readAsDataURL(file)
})

const faultForm = document.getElementById('fault')
const kind = document.getElementById('kind')
const showFields = () => {
  for (const field of faultForm.querySelectorAll('[data-for]')) {
    field.hidden = !field.dataset.for.split(' ').includes(kind.value)
  }
}
kind.addEventListener('change', showFields)
showFields()

faultForm.addEventListener('submit', async (event) => {
  event.preventDefault()
  const given = Object.fromEntries([...new FormData(faultForm)].filter(([, value]) => value !== ''))
  const visible = (name) => given[name] && !faultForm.elements[name].closest('[hidden]')
  const whole = (name) => (visible(name) ? Number(given[name]) : null)
  const response = await post('faults', {
    kind: given.kind,
    number: given.number?.replace(/[^+\d]/g, '') ?? null,
    code: whole('code'),
    ms: whole('ms'),
    times: whole('times'),
    count: whole('count'),
    probability: given.chance ? Number(given.chance) / 100 : 1,
  })
  faultStatus.textContent = response.ok ? 'Added.' : (await response.json()).message
  await refresh('faults', faults)
})
faults.addEventListener('click', async (event) => {
  const { clear } = event.target.dataset
  if (clear === undefined) return
  await fetch(`/dev/phones/faults${clear ? `/${clear}` : ''}`, { method: 'DELETE' })
  await refresh('faults', faults)
})

if (matchMedia('(max-width: 1100px)').matches) faultForm.closest('details').open = false
toEnd()
keepFresh()
