import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'

/** The key with which a device seals what waits to be sent; the same after each sign-in of a person, and no other's. */
export const getDeviceKey = {
  method: 'GET',
  url: '/api/device-key/',
  config: {
    access: 'signed-in',
    secret: true,
    summary: 'The key with which the devices of the signed-in user seal what waits to be sent: 32 bytes.',
  },
  schema: { response: { 200: z.object({ key: z.base64url() }) } },
} as const satisfies Endpoint
