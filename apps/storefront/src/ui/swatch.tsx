/** A colour, as muted as goods are. @param props `color` in CSS */
export const Swatch = ({ color }: { color: string }) => (
  <span
    className="size-4 shrink-0 rounded-full border border-line-strong"
    style={{ background: `color-mix(in oklab, ${color} 75%, gray)` }}
  />
)
