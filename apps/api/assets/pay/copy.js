// Copies what stands beside a button. Only a secure address lets a page copy.
{
  for (const button of document.querySelectorAll('[data-copy]')) {
    button.hidden = !navigator.clipboard
    const show = () => {
      button.textContent = button.dataset.copied
    }
    button.addEventListener('click', () => {
      navigator.clipboard.writeText(button.dataset.copy).then(show, () => {})
    })
  }
}
