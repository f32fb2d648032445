import { expect, test } from 'vitest'
import { useApi } from '../../../test/api.ts'

const api = useApi()

type Field = { type?: string; format?: string; contentMediaType?: string; anyOf?: Field[]; items?: Field }
type Body = {
  content: Record<string, { schema: { properties: Record<string, Field>; required?: string[] } }>
}

/** The description of a request body, by its content type. */
async function bodyOf(method: string, path: string): Promise<Body['content']> {
  const { paths } = (await api.as(undefined).get('/api/openapi.json')).json<{
    paths: Record<string, Record<string, { requestBody?: Body }>>
  }>()
  return paths[path]?.[method]?.requestBody?.content ?? {}
}

const bytes = (contentMediaType: string) => ({ type: 'string', format: 'binary', contentMediaType })

test('a form is described with its fields, its files as bytes, and its required fields', async () => {
  const body = await bodyOf('post', '/api/qr-codes/')
  expect(Object.keys(body)).toEqual(['multipart/form-data'])
  const schema = body['multipart/form-data']?.schema
  expect(schema?.properties['image']).toEqual(bytes('image/png'))
  expect(schema?.required?.toSorted()).toEqual(['company', 'validity', 'value'])
  const change = (await bodyOf('post', '/api/qr-codes/update/'))['multipart/form-data']?.schema
  expect(change?.properties['image']?.anyOf).toContainEqual(bytes('image/png'))
})

test('a form that can also be JSON is described as both', async () => {
  const body = await bodyOf('post', '/api/clients/')
  expect(Object.keys(body)).toEqual(['multipart/form-data', 'application/json'])
  for (const { schema } of Object.values(body)) expect(schema.properties).toHaveProperty('is_advertisible')
})

test('streamed forms are described too', async () => {
  const codes = (await bodyOf('post', '/api/upload_vouchers/'))['multipart/form-data']?.schema
  expect(codes?.properties).toEqual({ file: bytes('text/csv') })
  const order = (await bodyOf('post', '/api/all-orders/'))['multipart/form-data']?.schema
  expect(order?.properties['files']?.items).toMatchObject({ type: 'string', format: 'binary' })
  expect(order?.properties['order']).toMatchObject({ type: 'object' })
  const upload = (await bodyOf('post', '/api/order-uploads/'))['multipart/form-data']?.schema
  expect(upload?.properties['files']).toMatchObject({ type: 'string', format: 'binary' })
})
