/** A merchant's text. @param html drawn by the server from Markdown, in which HTML is text */
export const MarkdownText = ({ html }: { html: string }) => (
  // oxlint-disable-next-line react/no-danger -- the only place; the server lets no HTML of the merchant through
  <div className="markdown-text" dangerouslySetInnerHTML={{ __html: html }} />
)
