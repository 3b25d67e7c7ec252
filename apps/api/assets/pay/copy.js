// Copies what stands beside a button. Only a secure address lets a page copy.
{
  for (const button of document.querySelectorAll('[data-copy]')) {
    button.hidden = !navigator.clipboard
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(button.dataset.copy)
      button.textContent = 'Copied'
    })
  }
}
