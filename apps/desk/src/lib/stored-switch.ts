/** A setting of this device that is on or off. */
export const storedSwitch = (key: string, usual: boolean) => ({
  read(): boolean {
    try {
      return (localStorage.getItem(key) ?? String(usual)) === 'true'
    } catch {
      return usual
    }
  },
  write(isOn: boolean): void {
    try {
      localStorage.setItem(key, String(isOn))
    } catch {
      // Without storage it lasts as long as the page.
    }
  },
})
