// For a page that the server has rendered. Loads the shop's code once the first pictures are shown, since both share the
// line, or at the first input, and runs each file in a task of its own, so that none is long. Keeps what is clicked and
// entered from React until it has taken the page over; then main.tsx repeats it. A button shows that it was pressed.
{
  const LATEST_MS = 3000
  const CONTROLS = 'button[type=button], input[type=checkbox], input[type=radio]'
  const inputs = new Map()
  const valueOf = ({ type, value, checked }) => (/^(checkbox|radio)$/.test(type) ? checked : value)
  const record = (event) => {
    const control = event.type === 'click' ? event.target.closest?.(CONTROLS) : event.target
    if (!control) return
    inputs.set(control, control.type === 'button' ? null : valueOf(control))
    if (control.type === 'button') control.ariaBusy = 'true'
    event.stopPropagation()
  }
  const types = ['click', 'input', 'change']
  for (const type of types) addEventListener(type, record, true)
  window.endEarlyInputs = () => {
    for (const type of types) removeEventListener(type, record, true)
    delete window.endEarlyInputs
    for (const control of inputs.keys()) control.removeAttribute('aria-busy')
    return inputs
  }

  const event = (type) =>
    new Promise((resolve) => addEventListener(type, resolve, { capture: true, once: true }))
  const parsed = document.readyState === 'loading' ? event('DOMContentLoaded') : Promise.resolve()
  const frame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
  const shown = async () => {
    await parsed
    const pictures = document.querySelectorAll('img[fetchpriority=high]')
    await Promise.allSettled([...pictures].map((picture) => picture.decode()))
    // Tabs in the background have no frames.
    if (!document.hidden) await frame()
  }
  const task = () => new Promise((resolve) => setTimeout(resolve))
  const late = new Promise((resolve) => setTimeout(resolve, LATEST_MS))
  const start = async () => {
    await Promise.race([shown(), event('pointerdown'), event('keydown'), late])
    await parsed
    const code = [...document.querySelectorAll('template[data-code]')].map(({ content }) => content)
    const files = code.flatMap((content) => [...content.children].map(({ href }) => href))
    document.head.append(...code)
    for (const file of files) {
      await import(file).catch(() => undefined)
      await task()
    }
  }
  void start()
}
