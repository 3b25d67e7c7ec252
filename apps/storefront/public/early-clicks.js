// Records the buttons that are clicked before the shop's code has taken over a rendered page: main.tsx clicks them again.
{
  const clicked = new Set()
  const record = ({ target }) => {
    const button = target.closest?.('button[type=button]')
    if (button) clicked.add(button)
  }
  document.addEventListener('click', record, true)
  window.endEarlyClicks = () => {
    document.removeEventListener('click', record, true)
    return clicked
  }
}
