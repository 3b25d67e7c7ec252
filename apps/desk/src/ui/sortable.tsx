/** Things in an order that is changed by dragging; each also needs a menu to move it. */
import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  MouseSensor,
  TouchSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { arrayMove, rectSortingStrategy, SortableContext, useSortable } from '@dnd-kit/sortable'
import { cx } from '@haat/ui/cx'
import type { ReactNode } from 'react'

interface SortableListProps<Item> {
  items: readonly Item[]
  idOf: (item: Item) => string
  /** Gets the new order, what was dragged, and what stood in its new place. */
  onMove: (items: Item[], dragged: Item, over: Item) => void
  className?: string
  end?: ReactNode
  children: (item: Item, index: number) => ReactNode
}

export function SortableList<Item>(props: SortableListProps<Item>) {
  const { items, idOf, onMove, className, end, children } = props
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 6 } }),
    // A finger that only scrolls moves nothing.
    useSensor(TouchSensor, { activationConstraint: { delay: 250, tolerance: 6 } }),
  )
  const ids = items.map(idOf)
  const drop = ({ active, over }: DragEndEvent): void => {
    const [from, to] = [ids.indexOf(String(active.id)), ids.indexOf(String(over?.id))]
    const [dragged, there] = [items[from], items[to]]
    if (dragged && there && from !== to) onMove(arrayMove([...items], from, to), dragged, there)
  }
  return (
    <DndContext sensors={sensors} collisionDetection={closestCenter} onDragEnd={drop}>
      <SortableContext items={ids} strategy={rectSortingStrategy}>
        <ul className={className}>
          {items.map((item, index) => (
            <SortableItem key={idOf(item)} id={idOf(item)}>
              {children(item, index)}
            </SortableItem>
          ))}
          {end}
        </ul>
      </SortableContext>
    </DndContext>
  )
}

function SortableItem({ id, children }: { id: string; children: ReactNode }) {
  const { setNodeRef, transform, transition, isDragging, listeners } = useSortable({ id })
  return (
    <li
      ref={setNodeRef}
      {...listeners}
      style={{
        transform: transform ? `translate(${transform.x}px, ${transform.y}px)` : undefined,
        transition,
      }}
      className={cx('relative touch-manipulation', isDragging && 'z-10 opacity-80')}
    >
      {children}
    </li>
  )
}
