import { updateUser } from '@our-print/contract/people/customers.ts'

export const notesSchema = updateUser.schema.body.pick({ notes: true }).required()
