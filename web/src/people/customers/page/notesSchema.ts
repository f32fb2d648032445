import { createUser } from '@our-print/contract/people/customers.ts'

export const notesSchema = createUser.schema.body.pick({ notes: true })
