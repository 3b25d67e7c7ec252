// For a page that the server has rendered. Loads the shop's code once the first pictures are shown, since both share the
// line, or at the first input, and runs each file in a task of its own, so that none is long. Records what is clicked and
// entered until React listens, for main.tsx to repeat.
{
  const LATEST_MS = 3000
  const inputs = new Map()
  const valueOf = ({ type, value, checked }) => (/^(checkbox|radio)$/.test(type) ? checked : value)
  const controlOf = ({ type, target }) =>
    type === 'click' ? target.closest?.('button[type=button]') : target
  const record = (event) => {
    const control = controlOf(event)
    if (control) inputs.set(control, event.type === 'click' ? null : valueOf(control))
  }
  // What React takes itself replaces what would be repeated.
  const forget = (event) => inputs.delete(controlOf(event))
  const types = ['click', 'input']
  for (const type of types) addEventListener(type, record, true)
  window.endEarlyInputs = () => {
    for (const type of types) {
      removeEventListener(type, record, true)
      addEventListener(type, forget, true)
    }
    delete window.endEarlyInputs
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
