/** The heading of entries of the menu. */
export const NavGroup = ({ name }: { name: string }) => (
  <p className="px-3 pt-3 pb-1 text-xs font-bold text-ink-soft">{name}</p>
)
