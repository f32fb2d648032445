import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { Endpoint } from '@our-print/contract/endpoint.ts'
// Loaded, so that the description has its schema.
import '@our-print/contract/problem.ts'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'
import { completeDocument } from '../openapi/completeDocument.ts'
import type { ApiDocument } from '../openapi/document.ts'
import { tags, tagsOf } from '../openapi/tags.ts'
import { version } from '../version.ts'
import type { Links } from './links.ts'
import { pagePolicy } from './securityHeaders.ts'

const contentTypesOf = (multipart: true | 'or JSON') => [
  'multipart/form-data',
  ...(multipart === 'or JSON' ? ['application/json'] : []),
]

/** Serves OpenAPI 3.1 at /api/openapi.json and as a page at /api/docs, made from the validating schemas. */
export async function registerApiDescription(app: FastifyInstance, links: Links): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Our Print',
        version,
        description:
          'The back-office of a print shop. How to integrate another system: docs/integrate.md. A method that a path does not have is 405, and `Allow` names those it has. A write with an `Idempotency-Key` (1 to 255 visible ASCII characters) that is sent again with the same body within 24 hours is answered as the first time and done once; not where a request or an answer has a secret, or another machine is asked. What an answer says to people, problems above all, it says in the language that `Accept-Language` asks for: English (`en`) or Hindi (`hi`); codes and names stay.',
        license: { name: 'MIT', identifier: 'MIT' },
      },
      tags,
      components: {
        securitySchemes: {
          token: {
            type: 'apiKey',
            in: 'header',
            name: 'Authorization',
            description: 'A signed-in person: `Token <token>`.',
          },
          apiKey: {
            type: 'apiKey',
            in: 'header',
            name: 'Authorization',
            description: 'Another system: `Api-Key <key>`. Each endpoint names the scopes that open it.',
          },
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
          tags: tagsOf(document.url),
          ...(endpoint.config.multipart && { consumes: contentTypesOf(endpoint.config.multipart) }),
        },
      }
    },
    transformObject: jsonSchemaTransformObject,
  })
  const endpoints: Endpoint[] = []
  app.addHook('onRoute', ({ config }) => {
    if (config?.endpoint) endpoints.push(config.endpoint)
  })
  let completed: ApiDocument | undefined
  const describe = () => ({
    ...(completed ??= completeDocument(structuredClone(app.swagger()) as unknown as ApiDocument, endpoints)),
    servers: [{ url: links.publicUrl }],
  })
  app.get('/api/openapi.json', { schema: { hide: true } }, describe)
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    staticCSP: pagePolicy(),
    transformSpecification: describe,
    uiConfig: { layout: 'BaseLayout', defaultModelsExpandDepth: 0 },
  })
}
