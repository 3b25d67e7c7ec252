/** A page's text: paragraphs between blank lines, headings after `## `. */
export function PageText({ text }: { text: string }) {
  return (
    <div className="grid gap-4">
      {text
        .split(/\n\s*\n/)
        .filter((block) => block.trim() !== '')
        .map((block) => (
          <Block key={block} block={block.trim()} />
        ))}
    </div>
  )
}

function Block({ block }: { block: string }) {
  if (block.startsWith('## ')) return <h2 className="mt-4 text-xl font-bold">{block.slice(3)}</h2>
  return <p className="whitespace-pre-line">{block}</p>
}
