import {
  closestCenter,
  DndContext,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import {
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import type { Order } from '@our-print/contract/orders/orders.ts'
import { useState } from 'react'
import { visuallyHidden } from '../../base/form/Field.tsx'
import { ArrowDownward } from '../../base/icons/frame.tsx'
import { ArrowUpward } from '../../base/icons/home.tsx'
import { DragIndicator } from '../../base/icons/screens.tsx'
import { SecondaryButton } from '../../base/page/Page.tsx'
import { badge } from './RoundStops.tsx'
import { areaOf, byArea, moved } from './stops.ts'

type Props = { stops: readonly Order[]; onChange: (ids: readonly string[]) => void }

/** The stops as short rows, to be dragged by the finger, or moved by buttons or keys. */
export default function ReorderStops({ stops, onChange }: Props) {
  const sensors = useSensors(
    useSensor(PointerSensor),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const [said, setSaid] = useState('')
  const ids = stops.map(({ id }) => id)
  const numbers = new Map(stops.map(({ id, number }) => [id, number]))
  const nameOf = (id: string | number) => `order ${numbers.get(String(id))}`
  const placeOf = (id: string | number) => `place ${ids.indexOf(String(id)) + 1} of ${ids.length}`

  function move(id: string, to: number) {
    onChange(moved(ids, id, to))
    setSaid(`${nameOf(id)} is at place ${to + 1} of ${ids.length}`)
  }

  return (
    <>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, mb: 1 }}>
        <Box sx={{ flex: 1, color: 'text.secondary' }}>Drag a stop by its handle, or use the arrows.</Box>
        <SecondaryButton
          onClick={() => onChange(byArea(stops).map(({ id }) => id))}
          sx={{ minHeight: { xs: 44, sm: 36 } }}
        >
          Sort by area
        </SecondaryButton>
      </Box>
      <DndContext
        sensors={sensors}
        collisionDetection={closestCenter}
        accessibility={{
          screenReaderInstructions: {
            draggable:
              'Press Space to pick up the stop, the arrow keys to move it, Space to put it down, Escape to cancel.',
          },
          announcements: {
            onDragStart: ({ active }) => `Picked up ${nameOf(active.id)}, ${placeOf(active.id)}`,
            onDragOver: ({ active, over }) =>
              over ? `${nameOf(active.id)} is over ${placeOf(over.id)}` : undefined,
            onDragEnd: ({ active, over }) =>
              over ? `${nameOf(active.id)} was put down at ${placeOf(over.id)}` : undefined,
            onDragCancel: ({ active }) => `${nameOf(active.id)} stays at ${placeOf(active.id)}`,
          },
        }}
        onDragEnd={({ active, over }) => {
          if (over && active.id !== over.id) move(String(active.id), ids.indexOf(String(over.id)))
        }}
      >
        <SortableContext items={ids} strategy={verticalListSortingStrategy}>
          <Box
            component="ol"
            aria-label="Sequence of stops"
            sx={{
              listStyle: 'none',
              m: 0,
              p: 0,
              display: 'grid',
              gap: 1,
              gridTemplateColumns: 'minmax(0, 1fr)',
            }}
          >
            {stops.map((stop, at) => (
              <Row
                key={stop.id}
                stop={stop}
                at={at}
                last={stops.length - 1}
                onMove={(to) => move(stop.id, to)}
              />
            ))}
          </Box>
        </SortableContext>
      </DndContext>
      <Box component="output" sx={visuallyHidden}>
        {said}
      </Box>
    </>
  )
}

type RowProps = { stop: Order; at: number; last: number; onMove: (to: number) => void }

function Row({ stop, at, last, onMove }: RowProps) {
  const { setNodeRef, setActivatorNodeRef, attributes, listeners, transform, transition, isDragging } =
    useSortable({
      id: stop.id,
    })
  const { number, user_data, address } = stop
  return (
    <Box
      component="li"
      ref={setNodeRef}
      style={{ transform: transform ? `translate3d(0, ${transform.y}px, 0)` : undefined, transition }}
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 1,
        minHeight: 56,
        pl: 1,
        border: 1,
        borderColor: isDragging ? 'primary.main' : 'divider',
        borderRadius: 1,
        bgcolor: 'background.paper',
        ...(isDragging && { position: 'relative', zIndex: 1, boxShadow: '0 6px 20px rgb(10 14 12 / 0.25)' }),
      }}
    >
      <Box component="span" aria-hidden sx={badge}>
        {at + 1}
      </Box>
      <Box sx={{ flex: 1, minWidth: 0, py: 0.5, lineHeight: 1.3 }}>
        <Box sx={cut}>
          <b>{number}</b> {user_data.first_name} {user_data.last_name}
        </Box>
        <Box sx={{ ...cut, typography: 'body2', color: 'text.secondary' }}>
          {address ? `${address.line1}, ${areaOf(stop)}` : areaOf(stop)}
        </Box>
      </Box>
      <Box sx={{ display: 'flex', flex: 'none' }}>
        <IconButton
          aria-label={`Order ${number} earlier`}
          disabled={at === 0}
          onClick={() => onMove(at - 1)}
          sx={target}
        >
          <ArrowUpward />
        </IconButton>
        <IconButton
          aria-label={`Order ${number} later`}
          disabled={at === last}
          onClick={() => onMove(at + 1)}
          sx={target}
        >
          <ArrowDownward />
        </IconButton>
        <IconButton
          ref={setActivatorNodeRef}
          {...attributes}
          {...listeners}
          aria-label={`Drag order ${number}`}
          sx={{ ...target, touchAction: 'none', cursor: 'grab' }}
        >
          <DragIndicator />
        </IconButton>
      </Box>
    </Box>
  )
}

const target = { width: 44, height: 48 } as const
const cut = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const
