import { create } from 'xmlbuilder2'

/** An element by its children, by its text, or one for each of several; undefined where it is left out. */
export type Element = { [name: string]: Element | undefined } | readonly Element[] | string | undefined

/** What XML cannot hold becomes a space. */
const options = { version: '1.0', encoding: 'UTF-8', invalidCharReplacement: ' ' } as const

/** A document of XML. */
export const writeXml = (root: string, content: Element): string =>
  create(options, { [root]: withoutGaps(content) }).end({ prettyPrint: true })

/** A part of a document, without its first line. */
export const writeXmlPart = (root: string, content: Element): string =>
  create(options, { [root]: withoutGaps(content) }).end({ prettyPrint: true, headless: true })

/** xmlbuilder2 writes an empty element for what is undefined. */
function withoutGaps(element: Element): object | string {
  if (typeof element !== 'object') return element ?? ''
  if (Array.isArray(element)) return element.map(withoutGaps)
  return Object.fromEntries(
    Object.entries(element).flatMap(([name, child]) =>
      child === undefined ? [] : [[name, withoutGaps(child as Element)]],
    ),
  )
}
