/** How long a person waits for the answer to a move before they are told that it waits. */
export const patienceMs = 8_000
