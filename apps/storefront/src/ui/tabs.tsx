import type { KeyboardEvent } from 'react'
import { cx } from '@haat/ui/cx'

interface TabsProps<Id extends string> {
  label: string
  /** In the address that the form around it leads to without JavaScript. */
  name?: string
  tabs: readonly { id: Id; label: string }[]
  selected: Id
  onSelect: (tab: Id) => void
  /** The id of the panel. That of a tab is `<panelId>-<id>`, which names the panel. */
  panelId: string
  /** Of the list, of each tab, of the selected one and of the others. */
  classes: { list: string; tab: string; selected: string; other: string }
}

/** A list of tabs; the arrow keys move between them. */
export function Tabs<Id extends string>(props: TabsProps<Id>) {
  const { label, name, tabs, selected, onSelect, panelId, classes } = props
  const moveFrom = (event: KeyboardEvent, index: number) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    const next = step === 0 ? undefined : tabs.at((index + step) % tabs.length)
    if (!next) return
    onSelect(next.id)
    document.getElementById(`${panelId}-${next.id}`)?.focus()
  }
  return (
    <div role="tablist" aria-label={label} className={classes.list}>
      {tabs.map((tab, index) => (
        <button
          key={tab.id}
          id={`${panelId}-${tab.id}`}
          type={name ? 'submit' : 'button'}
          name={name}
          value={tab.id}
          role="tab"
          aria-selected={tab.id === selected}
          aria-controls={panelId}
          tabIndex={tab.id === selected ? 0 : -1}
          onClick={() => onSelect(tab.id)}
          onKeyDown={(event) => moveFrom(event, index)}
          className={cx(classes.tab, tab.id === selected ? classes.selected : classes.other)}
        >
          {tab.label}
        </button>
      ))}
    </div>
  )
}
