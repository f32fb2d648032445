import { resolve } from 'node:path'
import { isCurrency, usualCurrency } from '@our-print/contract/money/currency.ts'
import { z } from 'zod'
import { readDatabaseUrl } from '../../base/database/databaseServers.ts'
import { isPhoneRegion, type PhoneRegion } from '../../base/database/phones.ts'
import type { S3Settings } from '../../base/files/storage.ts'
import { isAddressOrNetwork } from '../../base/http/clientAddress.ts'
import { OperatorError } from '../../base/operatorError.ts'
import { isOwnAddress, isUrl } from './addresses.ts'

const optionalText = z.string().optional()
const wholeNumber = z.string().regex(/^\d+$/, 'must be a whole number').transform(Number)

/** None would ask without a pause, and a timer ends at once that is set for more than 24 days. */
const seconds = z
  .string()
  .regex(/^\d+(\.\d+)?$/, 'must be a number of seconds')
  .transform(Number)
  .refine((pause) => pause >= 0.01 && pause <= 3600, 'must be a number of seconds from 0.01 to 3600')

const onOrOff = z
  .enum(['on', 'off'], 'must be on or off')
  .default('off')
  .transform((value) => value === 'on')

const Settings = z.object({
  PORT: wholeNumber.refine((port) => port >= 1 && port <= 65535, 'must be a port from 1 to 65535').optional(),
  PROCESSES: wholeNumber
    .refine((count) => count >= 1 && count <= 64, 'must be a number from 1 to 64')
    .default(1),
  HOST: z.string().default('127.0.0.1'),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: z.string().superRefine(checkDatabaseUrl).optional(),
  PUBLIC_URL: z
    .string()
    .refine(
      (url) => isUrl(url, ['http:', 'https:']),
      'must be an http:// or https:// address without a password',
    )
    .refine((url) => /^[^?#\s]*$/.test(url), 'must be an address to which a path can be added')
    // Paths are appended to it, so it must not end in a slash.
    .transform((url) => url.replace(/\/+$/, ''))
    .optional(),
  ADMIN_EMAIL: z.email('must be an email address').optional(),
  ADMIN_PASSWORD: z
    .string()
    .min(10, 'must have at least 10 characters')
    .refine((password) => Buffer.byteLength(password) <= 1024, 'must have at most 1,024 bytes')
    .optional(),
  S3_ENDPOINT: z
    .string()
    .refine(
      (url) => isUrl(url, ['http:', 'https:']),
      'must be an http:// or https:// address without a password',
    )
    .optional(),
  S3_REGION: optionalText,
  S3_BUCKET: optionalText,
  S3_ACCESS_KEY_ID: optionalText,
  S3_SECRET_ACCESS_KEY: optionalText,
  TIME_ZONE: z
    .string()
    .refine(isTimeZone, 'must be a time zone such as Asia/Kolkata')
    .default('Asia/Kolkata'),
  CURRENCY: z
    .string()
    .refine(isCurrency, `must be a currency of ISO 4217 with two decimals, such as ${usualCurrency}`)
    .default(usualCurrency),
  PHONE_REGION: z.string().refine(isPhoneRegion, 'must be a country code such as IN').default('IN'),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: 'must be one of fatal, error, warn, info, debug, trace, silent',
    })
    .default('info'),
  CORS_ORIGINS: z.string().default('').transform(readOrigins),
  PUBLIC_RATE_LIMIT: wholeNumber.refine((limit) => limit >= 1, 'must be at least 1').default(120),
  DISK_RESERVE_MB: wholeNumber.default(512),
  AUDIT_SEALS_FILE: optionalText,
  AUDIT_SEALS_URL: z
    .string()
    .refine((url) => isUrl(url, ['https:']), 'must be an https:// address without a password')
    .optional(),
  AUDIT_VIEWS: z
    .enum(['on', 'off'], { error: 'must be on or off' })
    .default('off')
    .transform((setting) => setting === 'on'),
  AUDIT_ACCESS_DAYS: wholeNumber
    .refine((days) => days >= 1 && days <= 36_500, 'must be a number of days from 1 to 36500')
    .default(365),
  SECRETS_KEY: z.string().min(32, 'must have at least 32 characters').optional(),
  METRICS_TOKEN: z
    .string()
    .min(16, 'must have at least 16 characters')
    // No client sends others in a header.
    .regex(/^[ -~]*$/, 'must have no other characters than those of ASCII')
    .optional(),
  SERVICE_WORKER: z
    .enum(['on', 'off'], { error: 'must be on or off' })
    .default('on')
    .transform((setting) => setting === 'on'),
  WEBHOOK_HTTP: onOrOff,
  WEBHOOK_LOOPBACK: onOrOff,
  WEBHOOK_RETRY_SECONDS: seconds.default(5),
  FIND_LIMIT_MS: wholeNumber
    .refine((ms) => ms >= 50 && ms <= 30_000, 'must be a number from 50 to 30000')
    .default(200),
  PRINTER_SEARCH_ADDRESS: z
    .string()
    .refine(isOwnAddress, 'must be an IPv4 address of this machine, such as 192.168.1.5')
    .optional(),
  PRINT_POLL_SECONDS: seconds.default(1),
  ORDER_FILES_MONTHS: wholeNumber
    .refine((months) => months >= 1 && months <= 1200, 'must be a number of months from 1 to 1200')
    .optional(),
  LIBREOFFICE: z
    .string()
    .refine(
      (value) => ['auto', 'off'].includes(value) || value.startsWith('/'),
      'must be auto, off or the path of soffice',
    )
    .default('auto'),
  TRUST_PROXY: z.string().default('off').transform(readTrustProxy),
})

/** The names of all settings. */
export const settingNames = Object.keys(Settings.shape)

export interface Env {
  port: number
  /** Whether PORT was set; then no other port is used instead. */
  portAsked: boolean
  host: string
  /** Server processes that share the port. */
  processes: number
  dataDir: string
  databaseUrl: string | undefined
  publicUrl: string | undefined
  adminEmail: string | undefined
  adminPassword: string | undefined
  s3: S3Settings | undefined
  timeZone: string
  /** What the shop's amounts are in. */
  currency: string
  /** Whether browsers keep the app on their device. */
  serviceWorker: boolean
  phoneRegion: PhoneRegion
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'
  /** Origins whose pages may call the API from the browser. */
  corsOrigins: string[]
  publicRateLimit: number
  /** Uploads are refused when a disk has less free space than this. */
  diskReserveMb: number
  /** Where the seals of the audit are kept outside the database. */
  auditSeals: { file: string | undefined; url: string | undefined }
  /** Whether it is kept who opens the page of a customer. */
  auditViews: boolean
  searchInterface: string | undefined
  /** Days after which entries about reading and signing in are deleted. */
  auditAccessDays: number
  /** Encrypts passwords of printers; undefined: a file in the data folder has the key. */
  secretsKey: string | undefined
  metricsToken: string | undefined
  trustProxy: false | number | string[]
  /** LibreOffice: auto, off or its path, and the folders in which it is looked for first. */
  libreOffice: { setting: string; searchPath: string }
  webhooks: { http: boolean; loopback: boolean; retrySeconds: number }
  /** Milliseconds after which the search across the app leaves a kind of record out. */
  findLimitMs: number
  /** Seconds between two looks at a job that a printer has. */
  printPollSeconds: number
  /** Months after which the files of delivered and cancelled orders are removed; undefined: never. */
  orderFilesMonths: number | undefined
}

/** May begin or end with a space. */
const secretNames = ['ADMIN_PASSWORD', 'SECRETS_KEY']

/** A file of settings may leave a space or a carriage return at the end of a line. */
const trimmed = (name: string, value: string | undefined) =>
  secretNames.includes(name) ? value : value?.trim()

/** Parses all settings; a wrong value throws an OperatorError that names the variable. */
export function readEnv(source: NodeJS.ProcessEnv): Env {
  // Compose files and shells pass an unset variable as an empty string.
  const given = Object.fromEntries(
    settingNames
      .map((name) => [name, trimmed(name, source[name])] as const)
      .filter(([, value]) => value !== undefined && value.trim() !== ''),
  )
  const { success, data, error } = Settings.safeParse(given)
  if (!success) {
    const issue = error.issues[0]
    throw new OperatorError(`${String(issue?.path[0])} ${issue?.message}`)
  }
  return {
    port: data.PORT ?? 3000,
    portAsked: data.PORT !== undefined,
    host: data.HOST,
    processes: data.PROCESSES,
    dataDir: resolve(data.DATA_DIR),
    databaseUrl: data.DATABASE_URL,
    publicUrl: data.PUBLIC_URL,
    adminEmail: data.ADMIN_EMAIL,
    adminPassword: data.ADMIN_PASSWORD,
    s3: s3Settings(data),
    timeZone: data.TIME_ZONE,
    currency: data.CURRENCY,
    serviceWorker: data.SERVICE_WORKER,
    phoneRegion: data.PHONE_REGION,
    logLevel: data.LOG_LEVEL,
    corsOrigins: data.CORS_ORIGINS,
    publicRateLimit: data.PUBLIC_RATE_LIMIT,
    diskReserveMb: data.DISK_RESERVE_MB,
    auditSeals: {
      file: data.AUDIT_SEALS_FILE && resolve(data.AUDIT_SEALS_FILE),
      url: data.AUDIT_SEALS_URL,
    },
    auditViews: data.AUDIT_VIEWS,
    auditAccessDays: data.AUDIT_ACCESS_DAYS,
    secretsKey: data.SECRETS_KEY,
    metricsToken: data.METRICS_TOKEN,
    trustProxy: data.TRUST_PROXY,
    libreOffice: { setting: data.LIBREOFFICE, searchPath: source['PATH'] ?? '' },
    webhooks: {
      http: data.WEBHOOK_HTTP,
      loopback: data.WEBHOOK_LOOPBACK,
      retrySeconds: data.WEBHOOK_RETRY_SECONDS,
    },
    findLimitMs: data.FIND_LIMIT_MS,
    searchInterface: data.PRINTER_SEARCH_ADDRESS,
    printPollSeconds: data.PRINT_POLL_SECONDS,
    orderFilesMonths: data.ORDER_FILES_MONTHS,
  }
}

const s3Names = ['S3_REGION', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const

function s3Settings(data: z.output<typeof Settings>): S3Settings | undefined {
  const missing = s3Names.filter((name) => data[name] === undefined)
  if (missing.length === s3Names.length && data.S3_ENDPOINT === undefined) return undefined
  if (missing.length > 0) {
    throw new OperatorError(`${missing[0]} must be set too, since other S3_ variables are`)
  }
  return {
    endpoint: data.S3_ENDPOINT,
    region: data.S3_REGION ?? '',
    bucket: data.S3_BUCKET ?? '',
    accessKeyId: data.S3_ACCESS_KEY_ID ?? '',
    secretAccessKey: data.S3_SECRET_ACCESS_KEY ?? '',
  }
}

function checkDatabaseUrl(url: string, context: z.RefinementCtx): void {
  try {
    readDatabaseUrl(url)
  } catch (error) {
    context.addIssue({ code: 'custom', message: error instanceof Error ? error.message : String(error) })
  }
}

/** Proxies in front of the server; a larger number is probably a port. */
const maxHops = 10

function readTrustProxy(text: string, context: z.RefinementCtx): false | number | string[] {
  const value = text.trim().toLowerCase()
  if (value === 'off') return false
  if (value === 'on') return 1
  const hops = /^\d+$/.test(value) ? Number(value) : undefined
  if (hops !== undefined && hops >= 1 && hops <= maxHops) return hops
  const networks = value.split(',').map((network) => network.trim())
  if (hops === undefined && networks.every(isAddressOrNetwork)) return networks
  context.addIssue(
    `must be off, on, a number of proxies from 1 to ${maxHops}, or addresses and networks such as 10.0.0.0/8,::1`,
  )
  return z.NEVER
}

function readOrigins(text: string, context: z.RefinementCtx): string[] {
  const origins = text.split(/[\s,]+/).filter(Boolean)
  if (origins.every((origin) => isUrl(origin, ['http:', 'https:']) && new URL(origin).origin === origin))
    return origins
  context.addIssue('must be origins such as https://admin.example, separated by commas, without a path')
  return z.NEVER
}

function isTimeZone(name: string): boolean {
  // JavaScript and PostgreSQL read offsets such as +05:30 with opposite signs.
  if (/^[+-]/.test(name)) return false
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}
