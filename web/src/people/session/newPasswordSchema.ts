import { updatePassword } from '@our-print/contract/people/session.ts'
import { required } from '@our-print/contract/values.ts'
import { z } from 'zod'

export const newPasswordSchema = z
  .object({ ...updatePassword.schema.body.shape, repeated: z.string().min(1, required) })
  .refine(({ new_password, repeated }) => new_password === repeated, {
    path: ['repeated'],
    message: 'The passwords are not the same',
  })
