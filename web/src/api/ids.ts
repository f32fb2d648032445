const shape = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const unknownId = '00000000-0000-7000-8000-000000000000'

/** Whether this can be an id at all. */
export const isId = (text: unknown): text is string => typeof text === 'string' && shape.test(text)

/** An id that an address names. What is none becomes one that nothing has: it finds nothing, rather than fail. */
export const idOrUnknown = (text: string) => (isId(text) ? text : unknownId)
