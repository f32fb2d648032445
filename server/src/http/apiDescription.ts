import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'
import type { Links } from './links.ts'

const contentTypesOf = (multipart: true | 'or JSON') => [
  'multipart/form-data',
  ...(multipart === 'or JSON' ? ['application/json'] : []),
]

/** Serves OpenAPI 3.1 at /api/openapi.json and as a page at /api/docs, made from the validating schemas. */
export async function registerApiDescription(app: FastifyInstance, links: Links): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Our Print', version: '1', description: 'The back-office of a print shop.' },
      components: {
        securitySchemes: {
          token: { type: 'apiKey', in: 'header', name: 'Authorization', description: 'Token <key>' },
        },
      },
    },
    transform: (document) => {
      const endpoint = document.route.config?.endpoint
      const form = endpoint?.schema.form
      // A form is not validated as a body, because it is streamed; the document describes it as the body.
      const schema = form ? { ...endpoint.schema, form: undefined, body: form } : document.schema
      const transformed = jsonSchemaTransform({ ...document, schema })
      if (!endpoint) return { ...transformed, schema: { ...transformed.schema, hide: true } }
      return {
        ...transformed,
        schema: {
          ...transformed.schema,
          summary: endpoint.config.summary,
          tags: document.url.split('/').slice(2, 3),
          security: endpoint.config.access === 'public' ? [] : [{ token: [] }],
          ...(endpoint.config.multipart && { consumes: contentTypesOf(endpoint.config.multipart) }),
        },
      }
    },
    transformObject: jsonSchemaTransformObject,
  })
  app.get('/api/openapi.json', { schema: { hide: true } }, () => ({
    ...app.swagger(),
    servers: [{ url: links.publicUrl }],
  }))
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    staticCSP: true,
    uiConfig: { layout: 'BaseLayout', defaultModelsExpandDepth: 0 },
  })
}
