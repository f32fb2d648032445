import { drawInvoice } from './drawInvoice.ts'
import type { InvoiceRow } from './invoices.queries.ts'
import { writeCii } from './writeCii.ts'
import { writeXmlPart } from './writeXml.ts'

// An invoice as Factur-X 1.07 (ZUGFeRD 2.3), profile EN 16931: people read the page, programs the XML in it.

const fileName = 'factur-x.xml'
const namespace = 'urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#'

/** Each property of the metadata, and what the norm of PDF/A wants to be said of it. */
const properties = {
  DocumentType: ['INVOICE', 'Whether it is an invoice or an order'],
  DocumentFileName: [fileName, 'The name of the embedded XML file'],
  Version: ['1.0', 'The version of the XML schema'],
  ConformanceLevel: ['EN 16931', 'The profile of the embedded XML'],
} as const

/** The invoice on A4 as PDF/A-3, with its XML embedded; the same invoice gives the same bytes. */
export const drawFacturX = (invoice: InvoiceRow): PDFKit.PDFDocument =>
  drawInvoice(invoice, (document) => {
    embed(document, writeCii(invoice), new Date(invoice.issued_at))
    document.appendXML(writeXmlPart('rdf:Description', facts))
    document.appendXML(writeXmlPart('rdf:Description', extensionSchema))
  })

// PDFKit’s own attachments have a checksum that is not as the norm has it, so it is left out here, which is allowed.
function embed(document: PDFKit.PDFDocument, xml: Buffer, issued: Date): void {
  const file = document.ref({
    Type: 'EmbeddedFile',
    Subtype: 'text#2Fxml',
    Params: { ModDate: issued, Size: xml.length },
  })
  file.end(xml)
  const specification = document.ref({
    Type: 'Filespec',
    F: asString(fileName),
    UF: asString(fileName),
    Desc: asString('The same invoice for programs'),
    AFRelationship: 'Alternative',
    EF: { F: file, UF: file },
  })
  specification.end(null)
  document.addNamedEmbeddedFile(fileName, specification)
  const { _root: catalog } = document as unknown as { _root: { data: Record<string, unknown> } }
  catalog.data['AF'] = [specification]
}

// PDFKit writes a text as a name, and bytes in hexadecimal, where not all readers look for the file. Only an object is a string.
const asString = (text: string): object => Object(text) as object

const facts = {
  '@xmlns:fx': namespace,
  '@rdf:about': '',
  ...Object.fromEntries(Object.entries(properties).map(([name, [value]]) => [`fx:${name}`, value])),
}

/** PDF/A knows no properties but those that the document describes. */
const extensionSchema = {
  '@xmlns:pdfaExtension': 'http://www.aiim.org/pdfa/ns/extension/',
  '@xmlns:pdfaSchema': 'http://www.aiim.org/pdfa/ns/schema#',
  '@xmlns:pdfaProperty': 'http://www.aiim.org/pdfa/ns/property#',
  '@rdf:about': '',
  'pdfaExtension:schemas': {
    'rdf:Bag': {
      'rdf:li': {
        '@rdf:parseType': 'Resource',
        'pdfaSchema:schema': 'Factur-X PDFA Extension Schema',
        'pdfaSchema:namespaceURI': namespace,
        'pdfaSchema:prefix': 'fx',
        'pdfaSchema:property': {
          'rdf:Seq': {
            'rdf:li': Object.entries(properties).map(([name, [, description]]) => ({
              '@rdf:parseType': 'Resource',
              'pdfaProperty:name': name,
              'pdfaProperty:valueType': 'Text',
              'pdfaProperty:category': 'external',
              'pdfaProperty:description': description,
            })),
          },
        },
      },
    },
  },
}
