import { z } from 'zod'
import { plainDigits, plainNumber, plainPhone } from './plainPhone.ts'
import { isVisible } from './visibleText.ts'

export const required = 'This field is Required'

// Where a schema has no words of its own, zod's are for programmers: "Too big: expected number to be <=10".
z.config({
  customError: (issue) => {
    if (issue.code === 'invalid_type')
      return issue.input === undefined ? required : ofType(issue.expected, issue.input)
    if (issue.code === 'invalid_value')
      return issue.input === undefined ? required : `Choose one of ${issue.values.map(String).join(', ')}`
    // A bound that is itself too small or too big keeps zod's.
    if (issue.code === 'too_small' && issue.inclusive !== false)
      return issue.origin === 'string' ? `At least ${issue.minimum} characters` : `At least ${issue.minimum}`
    if (issue.code === 'too_big' && issue.inclusive !== false)
      return issue.origin === 'string' ? `At most ${issue.maximum} characters` : `At most ${issue.maximum}`
    return undefined
  },
})

const types: Partial<Record<string, string>> = {
  number: 'This must be a number',
  int: 'This must be a whole number',
  boolean: 'This must be true or false',
  array: 'This must be a list',
  object: 'This must have fields of its own',
}

function ofType(expected: string, input: unknown): string | undefined {
  if (expected !== 'string') return types[expected]
  return Array.isArray(input) ? 'Send one value, not several' : 'This must be text'
}

/** What the server says to people: shown as it is, in the language that `Accept-Language` asks for. */
export const Said = z.string()

/** PostgreSQL keeps no NUL in text and no half of a surrogate pair, and no person types one. */
const clean = (text: string) => !text.includes('\0') && text.isWellFormed()

/** What nobody can see is no text: a name of zero-width characters would be an empty row on every screen. */
const seen = (text: string) => (isVisible(text) ? text : '')

/** One line or more of text, trimmed, that must not be empty. */
export const text = (max: number) =>
  z
    .string({ error: (issue) => (issue.input === undefined ? required : 'This must be text') })
    .trim()
    .overwrite(seen)
    .min(1, required)
    .max(max, `At most ${max} characters`)
    .refine(clean, 'This has a character that cannot be kept')

/** Text that may be empty. */
export const optionalText = (max: number) =>
  z
    .string()
    .trim()
    .overwrite(seen)
    .max(max, `At most ${max} characters`)
    .refine(clean, 'This has a character that cannot be kept')

/** The id of a record, in lower case as the database writes it: so two that name one record are the same text. */
export const Id = z
  .uuid({
    error: (issue) => (issue.input === undefined || issue.input === '' ? required : 'This is not an id'),
  })
  .toLowerCase()

/** The path parameters of an endpoint that concerns one record. */
export const byId = { params: z.strictObject({ id: Id }) }

/** An ISO 8601 time in UTC with Z. Text from the database to the screen, so that no microsecond is lost. */
export const Time = z.string().meta({ format: 'date-time' })

const isDay = (day: string) => {
  const time = Date.parse(`${day}T00:00:00Z`)
  return (
    !Number.isNaN(time) &&
    new Date(time).toISOString().startsWith(day) &&
    day >= '1900-01-01' &&
    day <= '2100-01-01'
  )
}

/** A calendar day, YYYY-MM-DD, in the shop's time zone; 1900-01-01 to 2100-01-01. */
export const Day = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/, 'This is not a day (YYYY-MM-DD)')
  .refine(isDay, 'This is not a day between 1900-01-01 and 2100-01-01')
  .meta({ format: 'date' })

const isZonedTime = (text: string) =>
  /^\d{4}-\d{2}-\d{2}T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,6})?)?(Z|[+-](0\d|1[0-4]):[0-5]\d)$/.test(
    text,
  ) && Day.safeParse(text.slice(0, 10)).success

/** A time with its zone: nobody has to guess whose clock it is of. */
export const ZonedTime = z
  .string()
  .refine(isZonedTime, 'This is not a time with a zone, such as 2027-01-31T10:00:00+05:30')
  .meta({ format: 'date-time' })

/** Whether it is a whole number of hundredths, as paise are; what is so little that none is left is not. */
export const twoPlaces = (value: number) => {
  const hundredths = Math.round(value * 100)
  return Math.abs(value * 100 - hundredths) < 1e-6 && (hundredths !== 0 || value === 0)
}

/** The most that anything may cost. */
export const mostRupees = 100_000_000

/** Rupees with at most two decimal places, kept as whole paise; or units of the currency that the shop has instead. */
export const Rupees = z
  .number({ error: (issue) => (issue.input === undefined ? required : 'This must be a number') })
  .min(0, 'This cannot be negative')
  .max(mostRupees, 'This is too much')
  .refine(twoPlaces, 'At most two decimal places')

/** A sum of rupees, which may exceed what one of them may be. */
export const RupeeSum = z.number().min(0)

/** The version of an entity that the caller saw; an older one than the server's is answered 409. */
export const Version = z.int().min(1)

export const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, 'This must be a whole number')
    .transform(Number)
    .pipe(z.int().min(min, `At least ${min}`).max(max, `At most ${max}`))
    // In an address every value is text; the description says what it means.
    .meta({ type: 'integer', minimum: min, maximum: max, pattern: undefined })

/** A flag in a query string. */
export const Flag = z.enum(['true', 'false']).transform((flag) => flag === 'true')

export const limitParameter = wholeNumber(1, 100)
export const offsetParameter = wholeNumber(0, 100_000_000)
export const pageParameter = wholeNumber(1, 1_000_000)
/** What a list is searched for; spaces around it mean nothing. */
export const queryParameter = z
  .string()
  .max(200, 'At most 200 characters')
  .refine(clean, 'This has a character that cannot be searched')
  .trim()

const missingOrNoText = ({ input }: { input?: unknown }) =>
  input === undefined || input === null ? required : 'This must be text'

const PlainPhone = z
  .string()
  .min(1, { error: required, abort: true })
  .regex(/^\+?\d*$/, { error: 'A phone number has digits only', abort: true })
  .regex(/^\+?\d{5,20}$/, 'A phone number has 6 to 15 digits after its country code')

/**
 * A phone number in any usual spelling. The server keeps it in E.164: what has no country code belongs to
 * PHONE_REGION, and 6 to 15 digits must be left after the code. Here only what can be no number at all is refused, so
 * that an old record can be sent back with the number it has.
 */
export const Mobile = z.string({ error: missingOrNoText }).transform(plainPhone).pipe(PlainPhone)

/** As Mobile; forms of companies may send it as a JSON number. */
export const Phone = z
  .union([z.string(), z.int()], { error: required })
  .transform((typed) => plainPhone(String(typed)))
  .pipe(PlainPhone)

export const Email = z
  .string({ error: missingOrNoText })
  .trim()
  .min(1, required)
  .max(254, 'At most 254 characters')
  .pipe(z.email('This is not an email address'))
  .transform((email) => email.toLowerCase())

export const Address = z.strictObject({
  line1: text(200),
  line2: optionalText(200).default(''),
  city: text(100),
  state: text(100),
  country: text(100).default('India'),
  pincode: text(12)
    .overwrite(plainDigits)
    .regex(/^[0-9A-Za-z -]{3,12}$/, 'This is not a pin code'),
})
export type Address = z.output<typeof Address>

/** A number that a form sends as text and JSON as a number; the description says whether it is a whole one. */
export const asNumber = (schema: z.ZodNumber) =>
  z
    .union([z.number(), z.string()], { error: required })
    .transform((value, context) => {
      if (typeof value === 'number') return value
      const plain = plainNumber(value)
      if (plain === '') return fail(context, required)
      return /^-?\d{1,15}(\.\d{1,6})?$/.test(plain) ? Number(plain) : fail(context, 'This must be a number')
    })
    .pipe(schema)
    .meta({
      type: [schema.isInt ? 'integer' : 'number', 'string'],
      minimum: schema.minValue ?? undefined,
      maximum: schema.maxValue ?? undefined,
    })

/** A flag that a form sends as text and JSON as a boolean. */
export const asFlag = z
  .union([z.boolean(), z.enum(['true', 'false'])], { error: 'This must be true or false' })
  .transform((flag) => flag === true || flag === 'true')

const fail = (context: z.core.$RefinementCtx, message: string) => {
  context.issues.push({ code: 'custom', message, input: context.value })
  return z.NEVER
}

const timeOfDay = /T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?$/

/**
 * A day, or a time of which the part before the T is the day: some clients send `2027-01-31T00:00`. A time zone is refused:
 * in the shop's own zone that moment may be another day.
 */
export const DayOrTime = z
  .string({ error: (issue) => (issue.input === undefined ? required : 'This is not a day (YYYY-MM-DD)') })
  .transform((text) => text.replace(timeOfDay, ''))
  .pipe(z.string().min(1, required).pipe(Day))

/** One id or several of the same name: `?qr_id=…&qr_id=…`. */
export const Ids = z
  .union([Id, z.array(Id).max(500, 'At most 500 at once')], { error: required })
  .transform((ids) => [...new Set([ids].flat())])

/** Coins with at most two decimal places; kept as whole hundredths. */
export const Coins = Rupees

/** A file of a form; the API description shows it as bytes of the type. */
export function formFile(contentMediaType: string, error: string) {
  return z.instanceof(File, { error }).meta({ type: 'string', format: 'binary', contentMediaType })
}

/** A PNG picture of at most 10 MB and 4,096 × 4,096; decoded and written anew before it is kept. */
export const pngLimits = { bytes: 10_000_000, side: 4096 } as const
export const PngFile = formFile('image/png', 'Choose a PNG picture')
