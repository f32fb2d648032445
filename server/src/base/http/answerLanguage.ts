import { officeLanguages } from '@our-print/contract/customer/languages.ts'
import type { Endpoint } from '@our-print/contract/endpoint.ts'
import type { ProblemBody } from '@our-print/contract/problem.ts'
import { Said } from '@our-print/contract/values.ts'
import type { FastifyReply, FastifyRequest, preSerializationHookHandler } from 'fastify'
import { z } from 'zod'
import { preferredLanguage } from '../languages/preferredLanguage.ts'
import { sentencesIn } from '../languages/sentencesIn.ts'
import { createTranslator } from '../languages/translator.ts'
import { JsonText } from './jsonText.ts'

const translators = new Map(
  Object.entries(sentencesIn).map(([language, sentences]) => [language, createTranslator(sentences)]),
)

type Say = (text: string) => string

/** How to say things in the language that a client of the API asks for; undefined where it is English. */
function sayFor(request: FastifyRequest, reply: FastifyReply): Say | undefined {
  const language = preferredLanguage(request.headers['accept-language'], officeLanguages) ?? 'en'
  void varyByLanguage(reply).header('content-language', language)
  const translate = translators.get(language)
  return translate && ((text) => translate(text) ?? text)
}

/** An answer that depends on the language that a browser prefers. */
export function varyByLanguage(reply: FastifyReply): FastifyReply {
  const others = reply.getHeader('vary')
  return reply.header('vary', others === undefined ? 'accept-language' : `${String(others)}, accept-language`)
}

/** A problem in the language of its reader; its codes and the names of fields stay. */
export function sayProblem(request: FastifyRequest, reply: FastifyReply, body: ProblemBody): ProblemBody {
  const say = sayFor(request, reply)
  if (!say) return body
  return {
    ...body,
    message: say(body.message),
    ...(body.errors && {
      errors: body.errors.map(({ message, context }) => ({ message: say(message), context })),
    }),
  }
}

/** Says an answer in the language of its reader, if the contract has it say anything; undefined if not. */
export function sayAnswers({ schema }: Endpoint): preSerializationHookHandler | undefined {
  const changes = new Map(
    Object.entries(schema.response).flatMap(([status, response]) => {
      const change = changeOf(response)
      return change ? [[Number(status), change] as const] : []
    }),
  )
  if (changes.size === 0) return undefined
  return (request, reply, answer, done) => {
    const change = changes.get(reply.statusCode)
    const say = change && sayFor(request, reply)
    done(null, change && say ? change(answer, say) : answer)
  }
}

type Change = (value: unknown, say: Say) => unknown

/** How a value of a schema is said; undefined where nothing of it is. */
function changeOf(schema: z.core.$ZodType): Change | undefined {
  if (schema === Said) return (value, say) => (typeof value === 'string' ? say(value) : value)
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) return changeOf(schema.unwrap())
  if (schema instanceof z.ZodArray) {
    const change = changeOf(schema.element)
    return change && ofParsed((value, say) => (value as unknown[]).map((each) => change(each, say)))
  }
  if (!(schema instanceof z.ZodObject)) return undefined
  const fields = Object.entries(schema.shape).flatMap(([name, field]) => {
    const change = changeOf(field)
    return change ? [[name, change] as const] : []
  })
  if (fields.length === 0) return undefined
  return ofParsed((value, say) => {
    const record = value as Record<string, unknown>
    const said = fields.map(([name, change]) => [name, change(record[name], say)])
    return { ...record, ...Object.fromEntries(said) }
  })
}

/** A change of what may be text of JSON, or nothing at all. */
const ofParsed =
  (change: Change): Change =>
  (value, say) => {
    const parsed = value instanceof JsonText ? value.toJSON() : value
    return typeof parsed === 'object' && parsed !== null ? change(parsed, say) : value
  }
