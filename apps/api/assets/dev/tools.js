// Sends the forms of /dev as JSON, and shows what the shop's state is.
const byId = (id) => document.getElementById(id)

const show = (text, failed = false) => {
  byId('status').textContent = text
  byId('status').classList.toggle('failed', failed)
}

/** An element with properties and children. */
const element = (name, properties = {}, ...children) => {
  const made = Object.assign(document.createElement(name), properties)
  made.append(...children)
  return made
}

const get = async (url) => (await fetch(url)).json()

const READ = {
  moment: (value) => new Date(value).toISOString(),
  json: (value) => JSON.parse(value),
  text: String,
}

/** The values of the filled fields and of the pressed button. */
const valuesOf = (form, button) => {
  const fields = [...form.elements].filter(
    (field) => field.name && field.type !== 'submit' && field.value !== '',
  )
  const pressed = button?.name ? [button] : []
  return Object.fromEntries(
    [...fields, ...pressed].map((field) => [field.name, READ[field.dataset.type ?? 'text'](field.value)]),
  )
}

/** @param call such as `PUT /dev/snapshots/{name}`, where the value `name` goes into the address */
const send = async (call, values = {}) => {
  const [method, path] = call.split(' ')
  const { name, ...rest } = values
  const body = JSON.stringify(values.whole ?? rest)
  const hasBody = body !== '{}'
  const reply = await fetch(path.replace('{name}', encodeURIComponent(name)), {
    method,
    ...(hasBody && { headers: { 'content-type': 'application/json' }, body }),
  })
  const result = await reply.json()
  if (reply.ok) return result
  const where = result.errors?.map(({ path, message }) => `${path}: ${message}`).join('; ')
  throw new Error(where || result.message)
}

/** @param done what to say; without it, the result is shown */
const act = async (call, values, done) => {
  show('Working…')
  try {
    const result = await send(call, values())
    await refresh()
    show(done ?? JSON.stringify(result, null, 2))
  } catch (error) {
    show(error.message, true)
  }
}

const seconds = (moment) => moment.slice(0, 19).replace('T', ' ')

const showClock = ({ now, frozen, ahead_seconds }) => {
  byId('now').textContent = now
  const runs = ahead_seconds === 0 ? 'It shows the real time.' : 'It is ahead or behind, and runs.'
  byId('clock-mode').textContent = frozen ? 'It is frozen.' : runs
}

const showCourier = ({ courier }) => {
  const state = courier.running ? 'running' : 'stopped'
  byId('courier-state').textContent = `It is ${state}; it has moved ${courier.moved} orders.`
  for (const name of ['seconds_per_step', 'cancel_percent'])
    document.querySelector(`[name=${name}]`).value = courier[name]
}

const showFaults = ({ faults, presets }) => {
  const lines = faults.map(
    ({ method, path, kind, status, hits }) => `${method} ${path}: ${kind} ${status}, ${hits} times`,
  )
  if (lines.length === 0) lines.push('No faults are set.')
  byId('fault-list').replaceChildren(...lines.map((line) => element('li', {}, line)))
  const options = presets.map(({ shows, where, fault }) => {
    const value = JSON.stringify({ faults: [fault] })
    return element('option', { value }, `${shows} (${where})`)
  })
  byId('presets').replaceChildren(...options)
}

const snapshotButton = (verb, call, name, done) =>
  element('button', { onclick: () => act(call, () => ({ name }), `${name} is ${done}.`) }, `${verb} ${name}`)

const showSnapshots = ({ snapshots }) => {
  const rows = snapshots.map(({ name, saved_at }) =>
    element(
      'p',
      {},
      `${name}, saved at ${seconds(saved_at)} `,
      snapshotButton('Restore', 'POST /dev/snapshots/{name}/restore', name, 'restored'),
      ' ',
      snapshotButton('Delete', 'DELETE /dev/snapshots/{name}', name, 'deleted'),
    ),
  )
  byId('snapshot-list').replaceChildren(...rows)
}

/** The text of a mail with its OTP marked. */
const marked = ({ text, code }) =>
  (code ? text.split(code) : [text]).flatMap((part, at) =>
    at > 0 ? [element('mark', {}, code), part] : [part],
  )

const showMessage = (message) => {
  const { id, subject, to, at, code } = message
  const summary = element('summary', {}, `${subject}, to ${to}, ${seconds(at)} `)
  if (code) summary.append(element('mark', {}, code))
  const frame = element('iframe', { title: `${subject} as HTML` })
  frame.setAttribute('sandbox', '')
  const details = element('details', {}, summary, element('pre', {}, ...marked(message)), frame)
  details.addEventListener('toggle', () => (frame.src = `/dev/inbox/${id}/html`), { once: true })
  return details
}

const showInbox = ({ messages, message }) => {
  const empty = element('p', { className: 'hint' }, message ?? 'No mail yet.')
  byId('messages').replaceChildren(...(messages?.length ? messages.map(showMessage) : [empty]))
}

const inboxAddress = () => {
  const to = byId('inbox-filter').elements.to.value
  return to ? `/dev/messages?to=${encodeURIComponent(to)}` : '/dev/messages'
}

const refresh = async () => {
  const addresses = ['/dev/clock', '/dev/courier', '/dev/faults', '/dev/snapshots', inboxAddress()]
  const shows = [showClock, showCourier, showFaults, showSnapshots, showInbox]
  const states = await Promise.all(addresses.map(get))
  states.forEach((state, at) => shows[at](state))
}

document.addEventListener('submit', (event) => {
  event.preventDefault()
  const { target: form, submitter } = event
  if (form.dataset.call) void act(form.dataset.call, () => valuesOf(form, submitter), form.dataset.done)
  else void refresh()
})

await refresh()
