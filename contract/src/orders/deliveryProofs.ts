import { z } from 'zod'
import { DoneTimes, Happened } from '../doneTimes.ts'
import type { Endpoint } from '../endpoint.ts'
import { byId, formFile, Id, optionalText, Time } from '../values.ts'

/** The pictures that a proof of delivery may have, one of each. */
export const proofPictures = ['photo', 'signature'] as const

/** Who received an order, as the person at the door entered it. */
export const DeliveryProof = z
  .object({
    id: Id,
    received_by: z.string(),
    at: Time,
    ...DoneTimes,
    by: z.string().nullable(),
    /** The links are valid for 15 minutes. */
    pictures: z.array(
      z.object({
        id: Id,
        kind: z.enum(proofPictures),
        content_type: z.string(),
        size: z.int(),
        url: z.string(),
      }),
    ),
  })
  .meta({ id: 'DeliveryProof' })
export type DeliveryProof = z.output<typeof DeliveryProof>

const Photo = formFile('image/jpeg, image/png', 'Choose a photo')
const Signature = formFile('image/png', 'Draw the signature again')

export const createDeliveryProof = {
  method: 'POST',
  url: '/api/all-orders/:id/proof/',
  config: {
    // Two pictures of 10 MB, and the name.
    bodyLimit: 21 * 1024 * 1024,
    access: 'signed-in',
    multipart: true,
    opensTransactions: true,
    summary:
      'Add the proof of delivery of an order that is out for delivery, or was delivered and may be reopened; replaces an earlier one.',
  },
  schema: {
    ...byId,
    form: z.strictObject({
      received_by: optionalText(200).default(''),
      photo: Photo.optional(),
      signature: Signature.optional(),
      ...Happened,
    }),
    response: { 201: DeliveryProof },
  },
} as const satisfies Endpoint

export const deleteDeliveryProof = {
  method: 'DELETE',
  url: '/api/all-orders/:id/proof/',
  config: {
    access: 'admin',
    opensTransactions: true,
    summary: 'Delete the proof of delivery of an order, with its pictures.',
  },
  schema: { ...byId, response: { 204: z.null() } },
} as const satisfies Endpoint
