import { type Pdfium, readFloats, withMemory } from './pdfium.ts'

/** What the objects of a page tell about how it will print. */
export interface PageObjects {
  /** The lowest resolution of a picture at its printed size, in pixels an inch; undefined without pictures. */
  lowest_dpi: number | undefined
  /** Fonts that text uses and the file would have to contain. */
  missing_fonts: string[]
  /** Whether a QR code may be on it: it has a picture, or a drawing of many parts. */
  mayHaveCode: boolean
}

// FPDF_PAGEOBJ_… of PDFium's fpdf_edit.h.
const textObject = 1
const pathObject = 2
const imageObject = 3
const formObject = 5

/** A drawing of more objects than this is read in part: the rest is not worth its time. */
const maxObjects = 50_000
const maxDepth = 8
/** A picture smaller than this, in inches, is a line, a dot or a logo's shadow: nobody sees its pixels. */
const smallInches = 0.4

/** The smallest code that is drawn as paths has more corners; a table of lines has fewer. */
const codeSegments = 150
/** In inches; less is no code, but a bullet or a rule. */
const codeInches = 0.15

/** Reads the pictures and fonts of an open page, also inside of forms. `unit` is that of the page, in points. */
export function readObjects(pdfium: Pdfium, page: number, unit: number): PageObjects {
  const fonts = new Map<number, string | undefined>()
  let lowest: number | undefined
  let left = maxObjects
  let segments = 0
  let hasPicture = false

  function readOne(object: number, scale: Scale, depth: number): void {
    if (left-- <= 0) return
    const type = pdfium.FPDFPageObj_GetType(object)
    if (type === textObject) {
      const font = pdfium.FPDFTextObj_GetFont(object)
      if (font !== 0 && !fonts.has(font)) fonts.set(font, missingFont(pdfium, font))
    } else if (type === pathObject) {
      if (segments < codeSegments) segments += pdfium.FPDFPath_CountSegments(object)
    } else if (type === imageObject) {
      const { x, y } = times(scale, scaleOf(pdfium, object))
      hasPicture ||= Math.min(x, y) > codeInches * 72
      const dpi = resolutionOf(pdfium, object, page, { x, y })
      if (dpi !== undefined && dpi < (lowest ?? Number.POSITIVE_INFINITY)) lowest = dpi
    } else if (type === formObject && depth < maxDepth) {
      const inner = times(scale, scaleOf(pdfium, object))
      for (let i = 0; i < pdfium.FPDFFormObj_CountObjects(object) && left > 0; i++)
        readOne(pdfium.FPDFFormObj_GetObject(object, i), inner, depth + 1)
    }
  }

  const count = pdfium.FPDFPage_CountObjects(page)
  for (let i = 0; i < count && left > 0; i++)
    readOne(pdfium.FPDFPage_GetObject(page, i), { x: unit, y: unit }, 0)
  const missing_fonts = [...new Set([...fonts.values()].filter((name) => name !== undefined))].toSorted()
  return { lowest_dpi: lowest, missing_fonts, mayHaveCode: hasPicture || segments >= codeSegments }
}

/** How much larger something is drawn than it is, across and down. */
type Scale = { x: number; y: number }

const times = (a: Scale, b: Scale): Scale => ({ x: a.x * b.x, y: a.y * b.y })

/** The scale of an object's matrix (a, b, c, d, e, f), whatever its rotation. */
function scaleOf(pdfium: Pdfium, object: number): Scale {
  return withMemory(pdfium, 24, (start) => {
    if (!pdfium.FPDFPageObj_GetMatrix(object, start)) return { x: 1, y: 1 }
    const [a = 1, b = 0, c = 0, d = 1] = readFloats(pdfium, start, 4)
    return { x: Math.hypot(a, b), y: Math.hypot(c, d) }
  })
}

/** The resolution of a picture, in pixels an inch; undefined for one that is too small to matter. */
function resolutionOf(pdfium: Pdfium, object: number, page: number, { x, y }: Scale): number | undefined {
  const pixels = withMemory(pdfium, 28, (start) => {
    // FPDF_IMAGEOBJ_METADATA: width and height in pixels come first.
    if (!pdfium.FPDFImageObj_GetImageMetadata(object, page, start)) return undefined
    const [width = 0, height = 0] = new Uint32Array(pdfium.pdfium.HEAPU8.buffer.slice(start, start + 8))
    return { width, height }
  })
  if (!pixels) return undefined
  // A picture is drawn into a square of one point, which its matrix makes as large as it prints: 72 points an inch.
  const inches = { width: x / 72, height: y / 72 }
  if (inches.width < smallInches || inches.height < smallInches) return undefined
  return Math.round(Math.min(pixels.width / inches.width, pixels.height / inches.height))
}

/** The fourteen fonts that every reader of PDFs brings itself: a file need not contain them. */
const standardFont =
  /^(Times-(Roman|Bold|Italic|BoldItalic)|(Helvetica|Courier)(-(Bold|Oblique|BoldOblique))?|Symbol|ZapfDingbats)$/

/** The name of a font that is missing; undefined if the file contains it or need not. */
function missingFont(pdfium: Pdfium, font: number): string | undefined {
  if (pdfium.FPDFFont_GetIsEmbedded(font) !== 0) return undefined
  const bytes = pdfium.FPDFFont_GetBaseFontName(font, 0, 0)
  // A font that is drawn by commands of the file (Type 3) has no name.
  if (bytes <= 1 || bytes > 1000) return undefined
  return withMemory(pdfium, bytes, (start) => {
    pdfium.FPDFFont_GetBaseFontName(font, start, bytes)
    const name = pdfium.pdfium.UTF8ToString(start)
    return standardFont.test(name) ? undefined : name
  })
}
