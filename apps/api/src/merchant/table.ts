/** Rows as a table in plain text; the columns named in `right` are aligned to the right. */
export function table(head: string[], rows: string[][], right: number[] = []): string {
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => (row[column] ?? '').length)),
  )
  return [head, ...rows]
    .map((row) =>
      row
        .map((cell, column) =>
          right.includes(column) ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
        )
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
