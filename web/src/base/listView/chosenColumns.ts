import type { ColumnChoice } from './preferences.ts'

/** What a column is, whatever its rows are. */
export type ColumnFacts = { id: string; title: string; only?: 'card'; optional?: true; wide?: true }

/** What the choice of columns takes. */
export type ColumnsProps = {
  columns: readonly ColumnFacts[]
  chosen: readonly ColumnChoice[] | undefined
  /** Undefined: as the list has them. */
  onChange: (chosen: readonly ColumnChoice[] | undefined) => void
}

const isFixed = ({ id, only }: ColumnFacts) => only === 'card' || id === 'actions'

/** The columns that a person can show, hide and move. */
export const choosable = (columns: readonly ColumnFacts[]) => columns.filter((column) => !isFixed(column))

/**
 * Every column that can be chosen, in the chosen sequence, and whether it is shown. Columns that are new since the choice
 * come last, as the list has them; columns that are gone are forgotten.
 */
export function choiceOf(
  columns: readonly ColumnFacts[],
  chosen: readonly ColumnChoice[] | undefined,
): ColumnChoice[] {
  const all = choosable(columns).map(({ id, optional }) => ({ id, shown: !optional }))
  const known = (chosen ?? []).filter(({ id }) => all.some((column) => column.id === id))
  return [...known, ...all.filter(({ id }) => !known.some((choice) => choice.id === id))]
}

/** The columns of a table: as chosen, then the actions; on cards all that are not optional. */
export function chosenColumns<Column extends ColumnFacts>(
  columns: readonly Column[],
  chosen: readonly ColumnChoice[] | undefined,
): readonly Column[] {
  if (!chosen) return columns.filter(({ optional }) => !optional)
  const shown = choiceOf(columns, chosen).filter(({ shown }) => shown)
  return [
    ...shown.flatMap(({ id }) =>
      columns
        .filter((column) => column.id === id)
        // Whoever chose a column sees it on every window.
        .map((column) => ({ ...column, wide: undefined })),
    ),
    ...columns.filter(isFixed),
  ]
}

/** The same choice with one column a place further up or down. */
export function moveColumn(choice: readonly ColumnChoice[], id: string, by: -1 | 1): ColumnChoice[] {
  const from = choice.findIndex((column) => column.id === id)
  const to = from + by
  const [moved, other] = [choice[from], choice[to]]
  if (!moved || !other) return [...choice]
  return choice.map((column, at) => (at === from ? other : at === to ? moved : column))
}
