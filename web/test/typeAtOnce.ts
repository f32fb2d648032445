import userEvent from '@testing-library/user-event'

/**
 * Types into a field that waits for a pause before it asks the server. Nothing else runs between two letters: however slow
 * the machine is, it is one pause, and one request.
 */
export const typeAtOnce = (field: Element, text: string) => userEvent.setup({ delay: null }).type(field, text)
