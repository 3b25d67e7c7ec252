/** A text with one part of it in bold, wherever the language has it. */
export function Stressed({ text, part, className }: { text: string; part: string; className?: string }) {
  const [before, after] = text.split(part)
  return (
    <>
      {before}
      <b className={className}>{part}</b>
      {after}
    </>
  )
}
