import { createHash } from 'node:crypto'
import type { Endpoint } from '@our-print/contract/endpoint.ts'
import { pngLimits } from '@our-print/contract/values.ts'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { partTooLarge, readPart, readParts, readText } from './multipart.ts'
import { asFields, invalid, invalidFields, Problem } from './problem.ts'
import { discardBody } from './refusedBodies.ts'

type FormEndpoint = Endpoint & { schema: { form: z.ZodType } }

/** The fields of a form, and the value by which a retry is compared with it. */
export type Form<E extends FormEndpoint> = { fields: z.output<E['schema']['form']>; body: unknown }

// A whole company has fifteen.
const maxFields = 20

/**
 * Reads and validates the fields of a multipart body, or of a JSON body if the endpoint accepts both. Files are read
 * into memory as File, because they are images of limited size.
 */
export async function readForm<E extends FormEndpoint>(
  request: FastifyRequest,
  endpoint: E,
): Promise<Form<E>> {
  const sent = request.isMultipart()
    ? await readSent(request).finally(() => discardBody(request))
    : ofJson(request, endpoint)
  const parsed = endpoint.schema.form.safeParse(sent.values)
  if (!parsed.success) throw invalidFields(parsed.error.issues.flatMap((issue) => asFields(issue)))
  return { fields: parsed.data as Form<E>['fields'], body: sent.body }
}

type Sent = { values: Record<string, unknown>; body: unknown }

function ofJson({ body }: FastifyRequest, { config }: Endpoint): Sent {
  if (config.multipart !== 'or JSON') throw new Problem(415, 'wrong_type', 'Send this as multipart/form-data')
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new Problem(400, 'malformed', 'Send a JSON object or a form')
  }
  return { values: { ...body }, body }
}

async function readSent(request: FastifyRequest): Promise<Sent> {
  const values: Record<string, unknown> = Object.create(null) as Record<string, unknown>
  const digest = createHash('sha256')
  for await (const part of readParts(request, { limits: { fields: maxFields } })) {
    const name = part.fieldname
    if (name in values) throw invalid(name, 'This field is there twice')
    const value = part.type === 'file' ? await readPart(part, imageLimit(name)) : await readText(part)
    digest.update(`${name.length}:${name}=`).update(value)
    // A browser sends a file input that was left empty as a file without a name and without bytes.
    const isEmptyFile = part.type === 'file' && part.filename === '' && value.length === 0
    if (isEmptyFile) continue
    values[name] =
      part.type === 'file'
        ? new File([Buffer.from(value)], part.filename ?? name, { type: part.mimetype })
        : value
  }
  return { values: { ...values }, body: digest.digest('hex') }
}

const imageLimit = (field: string) => ({
  bytes: pngLimits.bytes,
  tooLarge: () => partTooLarge(field, '10 MB'),
})
