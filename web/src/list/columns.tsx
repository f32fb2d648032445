import type { ReactNode } from 'react'
import { Tag } from '../feedback/Tag.tsx'
import CheckCircle from '../icons/CheckCircleOutlined.tsx'
import RemoveCircle from '../icons/RemoveCircleOutlined.tsx'
import type { Column } from './tableModel.ts'

/** The buttons at the end of a row, or at the bottom of a card. */
export const actionsColumn = <T,>(width: number, cell: (row: T) => ReactNode): Column<T> => ({
  id: 'actions',
  title: 'Actions',
  width,
  align: 'right',
  card: 'footer',
  cell,
})

/** A number or an amount, aligned right. */
export const numberColumn = <T,>(
  id: string,
  title: string,
  width: number,
  cell: (row: T) => ReactNode,
  sortedBy?: string,
): Column<T> => ({
  id,
  title,
  width,
  align: 'right',
  cell,
  ...(sortedBy && { sort: { by: sortedBy, as: 'number' } }),
})

/** Whether a record is active; can mark only the inactive ones. */
export const activeColumn = (
  title: string,
  width: number,
  { onlyInactive = false } = {},
): Column<{ is_active: boolean }> => ({
  id: 'is_active',
  title,
  width,
  card: 'corner',
  cell: ({ is_active }) => {
    if (!is_active) return <Tag label="Inactive" Icon={RemoveCircle} tone="off" />
    return onlyInactive ? null : <Tag label="Active" Icon={CheckCircle} tone="good" />
  },
})

/** A name, cut off if it is too long for its column, shown in full by the tooltip. */
export const Name = ({ children, about = children }: { children: string; about?: string }) => (
  <span title={about} style={{ fontWeight: 600 }}>
    {children}
  </span>
)
