// Without a network the form waits for it: the browser's error page has no way back to the choice.
{
  const RETRY_MS = 1000
  const form = document.querySelector('form')
  const notice = document.querySelector('[data-offline]')
  let pressed = null
  let isReached = false
  form.addEventListener('submit', (event) => {
    if (isReached) return
    event.preventDefault()
    pressed = event.submitter
    void send()
  })
  const send = async () => {
    const button = pressed
    const isUp = await fetch('/healthz', { cache: 'no-store' }).then(
      () => true,
      () => false,
    )
    if (pressed !== button || isReached) return
    isReached = isUp
    notice.hidden = isUp
    if (isUp) return form.requestSubmit(button)
    notice.scrollIntoView({ block: 'nearest' })
    setTimeout(() => {
      if (pressed === button) void send()
    }, RETRY_MS)
  }
  addEventListener('pageshow', () => {
    pressed = null
    isReached = false
  })
}
