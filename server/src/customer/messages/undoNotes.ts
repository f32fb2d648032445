/** The note of a move by which a bulk job undoes another one. */
export const bulkUndoNote = 'Undone'
/** As the app writes it in each of its languages. */
const mistakeNotes = ['Tapped by mistake', 'ग़लती से दबाया']

/** Whether a move only undoes another one: nobody was at a door, whatever its status says. */
export const isUndoNote = (note: string | null): boolean =>
  note !== null && [bulkUndoNote, ...mistakeNotes].includes(note)
