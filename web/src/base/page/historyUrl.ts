/** The address of the audit of one record. */
export const historyUrl = (id: string) => `/audit?entity_id=${id}`
