/** HTML made on the server. Values are escaped unless they are HTML themselves. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }

  toString(): string {
    return this.text
  }
}

type Value = string | number | Html | null | false | readonly Html[]

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escape = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '')

function render(value: Value): string {
  if (value instanceof Html) return value.text
  if (value === null || value === false) return ''
  return Array.isArray(value) ? value.map(render).join('') : escape(String(value))
}

/** A template: `` html`<p>${name}</p>` ``. Attributes must be quoted. */
export const html = (parts: TemplateStringsArray, ...values: Value[]): Html =>
  new Html(parts.reduce((text, part, index) => text + render(values[index - 1] ?? null) + part))
