import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { createLogger, loggedFields } from '../server/src/app/start/logger.ts'
import { read, sourceFiles } from './imports.ts'

// The log drops what its list does not name: a field that is logged and not on it is lost without a word.

/** The first argument of each call, as far as it can hold fields: a literal, or a name before a sentence. */
const calls = sourceFiles
  .filter((file) => file.startsWith('server/'))
  .flatMap((file) =>
    [
      ...read(file).matchAll(/\blog\??\.(?:trace|debug|info|warn|error|fatal)\(\s*(?:\{([^{}]*)\}|(\w+),)/g),
    ].map(([, fields, variable]) => ({ file, fields, variable })),
  )

test('every field that the code logs is on the list of the log, and no other', () => {
  expect(calls.filter(({ variable }) => variable !== undefined)).toEqual([])
  const logged = calls.flatMap(({ fields = '' }) =>
    [...fields.matchAll(/(?:^|,)\s*(\w+)\s*(?=[:,]|$)/g)].map(([, field]) => field),
  )
  expect(new Set(logged)).toEqual(loggedFields)
})

test('a line says which webhook was switched off and why, and nothing that is not on the list', async () => {
  const lines: string[] = []
  const log = createLogger(
    'info',
    new Writable({
      write(line, _, done) {
        lines.push(String(line))
        done()
      },
    }),
  )
  log.warn({ webhook: 'an id', reason: 'It answered 410.', secret: 'x', headers: {} }, 'webhook switched off')
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
    {
      level: 40,
      time: expect.any(String),
      webhook: 'an id',
      reason: 'It answered 410.',
      msg: 'webhook switched off',
    },
  ])
})
