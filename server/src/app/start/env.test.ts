import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { describe, expect, test } from 'vitest'
import { readEnv, settingNames } from './env.ts'

test('without any variable the defaults are used', () => {
  expect(readEnv({})).toEqual({
    port: 3000,
    portAsked: false,
    auditSeals: { file: undefined, url: undefined },
    auditViews: false,
    searchInterface: undefined,
    auditAccessDays: 365,
    host: '127.0.0.1',
    findLimitMs: 200,
    printPollSeconds: 1,
    processes: 1,
    dataDir: resolve('data'),
    databaseUrl: undefined,
    publicUrl: undefined,
    adminEmail: undefined,
    adminPassword: undefined,
    s3: undefined,
    secretsKey: undefined,
    timeZone: 'Asia/Kolkata',
    currency: 'INR',
    serviceWorker: true,
    phoneRegion: 'IN',
    libreOffice: { setting: 'auto', searchPath: '' },
    logLevel: 'info',
    corsOrigins: [],
    publicRateLimit: 120,
    diskReserveMb: 512,
    metricsToken: undefined,
    trustProxy: false,
    webhooks: { http: false, loopback: false, retrySeconds: 5 },
  })
})

test('.env.example lists every setting with its default', () => {
  const example = parseEnv(readFileSync(new URL('../../../../.env.example', import.meta.url), 'utf8'))
  expect(Object.keys(example).toSorted()).toEqual(settingNames.toSorted())
  expect(readEnv(example)).toEqual({ ...readEnv({}), portAsked: true })
})

test('an empty string counts as unset', () => {
  expect(readEnv({ PORT: '', DATABASE_URL: ' ', TRUST_PROXY: '' })).toEqual(readEnv({}))
})

test('PORT=3000 counts as set, although it is the default', () => {
  expect(readEnv({ PORT: '3000' })).toMatchObject({ port: 3000, portAsked: true })
})

test('DATABASE_URL may name several hosts', () => {
  const several = 'postgres://u:p@h1:5432,h2:5433/db?target_session_attrs=read-write'
  expect(readEnv({ DATABASE_URL: several }).databaseUrl).toBe(several)
})

test('a trailing slash of PUBLIC_URL is removed', () => {
  expect(readEnv({ PUBLIC_URL: 'https://print.example/' }).publicUrl).toBe('https://print.example')
  expect(readEnv({ PUBLIC_URL: ' https://print.example/\r' }).publicUrl).toBe('https://print.example')
})

test('a space or a carriage return at the end of a line is no part of a setting, but may be of a secret', () => {
  const said = { PORT: '5000 ', HOST: '127.0.0.1\r', DATA_DIR: './data\r', S3_REGION: ' ' }
  expect(readEnv(said)).toEqual({ ...readEnv({}), port: 5000, portAsked: true })
  const key = `${'k'.repeat(32)} `
  expect(readEnv({ SECRETS_KEY: key }).secretsKey).toBe(key)
})

test('a token for metrics may be words, and printers may be looked for on any address of this machine', () => {
  expect(readEnv({ METRICS_TOKEN: 'four words and ~!' }).metricsToken).toBe('four words and ~!')
  expect(readEnv({ PRINTER_SEARCH_ADDRESS: '127.0.0.1' }).searchInterface).toBe('127.0.0.1')
})

test('CORS_ORIGINS is a list', () => {
  const list = 'https://admin.example, http://localhost:5173'
  expect(readEnv({ CORS_ORIGINS: list }).corsOrigins).toEqual([
    'https://admin.example',
    'http://localhost:5173',
  ])
})

test('S3 is used if its variables are set; the endpoint is optional', () => {
  const s3 = { S3_REGION: 'ap-south-1', S3_BUCKET: 'b', S3_ACCESS_KEY_ID: 'k', S3_SECRET_ACCESS_KEY: 's' }
  expect(readEnv(s3).s3).toEqual({
    endpoint: undefined,
    region: 'ap-south-1',
    bucket: 'b',
    accessKeyId: 'k',
    secretAccessKey: 's',
  })
})

test.each([
  ['off', false],
  ['on', 1],
  ['2', 2],
  ['10.0.0.1', ['10.0.0.1']],
  [
    '10.0.0.0/8, 192.168.1.0/255.255.255.0 ,fd00::/8',
    ['10.0.0.0/8', '192.168.1.0/255.255.255.0', 'fd00::/8'],
  ],
])('TRUST_PROXY=%s', (TRUST_PROXY, trustProxy) => {
  expect(readEnv({ TRUST_PROXY }).trustProxy).toEqual(trustProxy)
})

describe('a wrong value is refused in one line that names it', () => {
  test.each([
    ['PORT', '80a', 'PORT must be a whole number'],
    ['PORT', '70000', 'PORT must be a port from 1 to 65535'],
    ['PROCESSES', '0', 'PROCESSES must be a number from 1 to 64'],
    ['DATABASE_URL', 'mysql://x', 'DATABASE_URL must be a postgres:// address'],
    ['DATABASE_URL', 'postgres://u:p@h1:5432,/db', 'DATABASE_URL must name each host as host or host:port'],
    ['DATABASE_URL', 'postgres://u:p@h1:x,h2/db', 'DATABASE_URL must name each host as host or host:port'],
    [
      'DATABASE_URL',
      'postgres://u:p@h1,h2/db?target_session_attrs=standby',
      'DATABASE_URL must not ask for another server than the writable one: target_session_attrs is read-write',
    ],
    ['PRINT_POLL_SECONDS', '0', 'PRINT_POLL_SECONDS must be a number of seconds from 0.01 to 3600'],
    ['WEBHOOK_RETRY_SECONDS', '3e3', 'WEBHOOK_RETRY_SECONDS must be a number of seconds'],
    ['WEBHOOK_RETRY_SECONDS', '4000', 'WEBHOOK_RETRY_SECONDS must be a number of seconds from 0.01 to 3600'],
    ['PUBLIC_URL', 'print.example', 'PUBLIC_URL must be an http:// or https:// address'],
    [
      'PUBLIC_URL',
      'https://print.example/?shop=1',
      'PUBLIC_URL must be an address to which a path can be added',
    ],
    [
      'PUBLIC_URL',
      'https://print.example/#top',
      'PUBLIC_URL must be an address to which a path can be added',
    ],
    ...[
      'https://user:secret@print.example',
      'https://user@print.example',
      'https:print.example',
      'https:///x',
    ].map((value) => [
      'PUBLIC_URL',
      value,
      'PUBLIC_URL must be an http:// or https:// address without a password',
    ]),
    ['ADMIN_EMAIL', 'nobody', 'ADMIN_EMAIL must be an email address'],
    ['ADMIN_PASSWORD', 'short', 'ADMIN_PASSWORD must have at least 10 characters'],
    ['S3_BUCKET', 'b', 'S3_REGION must be set too, since other S3_ variables are'],
    ['S3_ENDPOINT', 'http://127.0.0.1:9000', 'S3_REGION must be set too, since other S3_ variables are'],
    ['SERVICE_WORKER', 'no', 'SERVICE_WORKER must be on or off'],
    ['TIME_ZONE', '+05:30', 'TIME_ZONE must be a time zone such as Asia/Kolkata'],
    ['CURRENCY', 'eur', 'CURRENCY must be a currency of ISO 4217 with two decimals, such as INR'],
    ['CURRENCY', 'JPY', 'CURRENCY must be a currency of ISO 4217 with two decimals, such as INR'],
    ['TIME_ZONE', 'Asia/Nowhere', 'TIME_ZONE must be a time zone such as Asia/Kolkata'],
    ['LOG_LEVEL', 'loud', 'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent'],
    ...[
      '*',
      'null',
      'admin.example',
      'https://admin.example/',
      'ftp://admin.example',
      'https://a.example/app',
    ].map((value) => ['CORS_ORIGINS', value, 'CORS_ORIGINS must be origins such as https://admin.example']),
    ['PUBLIC_RATE_LIMIT', '0', 'PUBLIC_RATE_LIMIT must be at least 1'],
    ['AUDIT_SEALS_URL', 'http://seals.test/', 'AUDIT_SEALS_URL must be an https:// address'],
    [
      'AUDIT_SEALS_URL',
      'https://user:secret@seals.test/',
      'AUDIT_SEALS_URL must be an https:// address without a password',
    ],
    [
      'S3_ENDPOINT',
      'http://user:secret@127.0.0.1:9000',
      'S3_ENDPOINT must be an http:// or https:// address without a password',
    ],
    ['AUDIT_VIEWS', 'yes', 'AUDIT_VIEWS must be on or off'],
    ['AUDIT_ACCESS_DAYS', '0', 'AUDIT_ACCESS_DAYS must be a number of days from 1 to 36500'],
    ['FIND_LIMIT_MS', '0', 'FIND_LIMIT_MS must be a number from 50 to 30000'],
    ['METRICS_TOKEN', 'short', 'METRICS_TOKEN must have at least 16 characters'],
    ...['a token with an ä in it', 'a token with a\ttab in it', 'a token with ’ in it'].map((value) => [
      'METRICS_TOKEN',
      value,
      'METRICS_TOKEN must have no other characters than those of ASCII',
    ]),
    ...['192.0.2.1', '192.168.1.256', 'localhost', '::1', '0.0.0.0'].map((value) => [
      'PRINTER_SEARCH_ADDRESS',
      value,
      'PRINTER_SEARCH_ADDRESS must be an IPv4 address of this machine',
    ]),
    ...[
      'maybe',
      '0',
      '11',
      '-1',
      '1.5',
      'true',
      '10.0.0.0/33',
      '10.0.0.0/0',
      '10.1',
      '10.0.0.1,',
      'loopback',
    ].map((value) => [
      'TRUST_PROXY',
      value,
      'TRUST_PROXY must be off, on, a number of proxies from 1 to 10, or addr',
    ]),
  ] as [string, string, string][])('%s=%s', (name, value, message) => {
    expect(() => readEnv({ [name]: value })).toThrow(message)
  })
})
