// Sends the forms of /dev as JSON, shows the result and reloads the page.
const status = document.getElementById('status')
const KEY = 'haat-dev-status'

const show = (text, failed) => {
  status.textContent = text
  status.classList.toggle('failed', failed)
}

const READ = {
  number: Number,
  boolean: (value) => value === 'true',
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

const requestOf = (form, button) => {
  const values = valuesOf(form, button)
  const url = form.dataset.url.replace(/\{(\w+)\}/g, (_, name) => {
    const value = values[name]
    delete values[name]
    return encodeURIComponent(value ?? '')
  })
  const method = form.dataset.method
  if (method !== 'POST' && method !== 'PUT') return [url, { method }]
  const body = JSON.stringify(values.whole ?? values)
  return [url, { method, headers: { 'content-type': 'application/json' }, body }]
}

const send = async (form, button) => {
  const [url, options] = requestOf(form, button)
  const reply = await fetch(url, options)
  const result = await reply.json()
  if (!reply.ok) {
    const where = result.errors?.map(({ path, message }) => `${path}: ${message}`).join('; ')
    throw new Error(where || result.message)
  }
  return 'show' in form.dataset ? JSON.stringify(result, null, 2) : form.dataset.done
}

const submit = async (form, button) => {
  show('Working…', false)
  try {
    sessionStorage.setItem(KEY, await send(form, button))
    location.reload()
  } catch (error) {
    show(error.message, true)
  }
}

document.addEventListener('submit', (event) => {
  if (!event.target.dataset.method) return
  event.preventDefault()
  void submit(event.target, event.submitter)
})

const before = sessionStorage.getItem(KEY)
sessionStorage.removeItem(KEY)
if (before) show(before, false)
