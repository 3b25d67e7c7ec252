/** A text with one part of it in bold, wherever the language has it. */
export function Stressed({ text, part, className }: { text: string; part: string; className?: string }) {
  const at = text.lastIndexOf(part)
  return (
    <>
      {text.slice(0, at)}
      <b className={className}>{part}</b>
      {text.slice(at + part.length)}
    </>
  )
}
