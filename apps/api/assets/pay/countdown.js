// Counts down to the end of the time to pay; then the page says what happens next.
{
  const timer = document.querySelector('[role=timer]')
  const left = Number(timer.dataset.seconds)
  const start = performance.now()
  const show = () => {
    const seconds = Math.max(0, Math.ceil(left - (performance.now() - start) / 1000))
    const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
    timer.textContent = timer.dataset.text.replace('0:00', time)
    if (seconds === 0) location.reload()
    else setTimeout(show, 500)
  }
  if (left > 0) show()
}
