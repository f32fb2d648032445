const shape = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const unknownId = '00000000-0000-7000-8000-000000000000'

/** Whether this has the form of an id. */
export const isId = (text: unknown): text is string => typeof text === 'string' && shape.test(text)

/**
 * An id from an address. Text that is no id becomes an id that no record has: the screen says "not found" instead of
 * failing.
 */
export const idOrUnknown = (text: string) => (isId(text) ? text : unknownId)
