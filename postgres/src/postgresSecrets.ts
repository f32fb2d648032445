import { randomBytes } from 'node:crypto'

/** The file in the data folder that holds the superuser's password. */
export const superuserFile = 'superuser-password'

export const randomSecret = () => randomBytes(24).toString('hex')
