/** A text that this device keeps; empty at first, and where it keeps nothing. */
export const storedText = (key: string) => ({
  read(): string {
    try {
      return localStorage.getItem(key) ?? ''
    } catch {
      return ''
    }
  },
  write(text: string): void {
    try {
      localStorage.setItem(key, text)
    } catch {
      // Without storage it lasts as long as the page.
    }
  },
})
