/** The note of a move by which a bulk job undoes another one. */
export const bulkUndoNote = 'Undone'

/** Notes of moves that only undo another one, also as the app writes them in each of its languages: nobody was at a door. */
export const undoNotes: readonly string[] = [bulkUndoNote, 'Tapped by mistake', 'ग़लती से दबाया']
