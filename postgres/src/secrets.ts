import { randomBytes } from 'node:crypto'

/** The name of the file with the superuser's password, in the folder of the database. */
export const superuserFile = 'superuser-password'

export const randomSecret = () => randomBytes(24).toString('hex')
