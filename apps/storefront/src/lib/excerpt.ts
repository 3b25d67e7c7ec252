/** The beginning of a text as one line of at most `max` characters, cut after a word. */
export function excerpt(text: string, max = 160): string {
  const line = text.replace(/\s+/g, ' ').trim()
  if (line.length <= max) return line
  const end = line.lastIndexOf(' ', max - 1)
  return `${line.slice(0, end > 0 ? end : max - 1)}…`
}
