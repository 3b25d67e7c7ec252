/** Draws the Markdown of text pages. HTML in it is shown as it stands, and no address of a link runs anything. */
import markdownIt from 'markdown-it'

// Pictures would be fetched from other servers, which the pages' policy forbids.
const markdown = markdownIt({ html: false, breaks: true, linkify: true }).disable('image')

// The page's title is the only heading of the first level.
markdown.core.ruler.push('lower_headings', ({ tokens }) => {
  for (const token of tokens) if (token.tag === 'h1') token.tag = 'h2'
})

export const markdownHtml = (text: string): string => markdown.render(text)
