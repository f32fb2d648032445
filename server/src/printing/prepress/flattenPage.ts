import { type PdfDocument, type Pdfium, readFloats, withMemory } from './pdfium.ts'

/**
 * Makes form fields, comments and stamps a part of their page (from 0), as they print: also those for which the file has no
 * picture, as readers draw them. PDFium draws fields by another way than pages, and pages that are laid on others lose
 * them. Tells whether the page is another one now.
 */
export function flattenPage({ pdfium, handle, form }: PdfDocument, index: number): boolean {
  const page = pdfium.FPDF_LoadPage(handle, index)
  if (page === 0) return false
  try {
    const count = pdfium.FPDFPage_GetAnnotCount(page)
    const printing = Array.from({ length: count }, (_, at) => prints(pdfium, page, at))
    if (!printing.includes(true)) return false
    drawFields(pdfium, page, form)
    for (const [at, isPrinting] of printing.entries()) if (isPrinting) drawMissing(pdfium, page, at)
    return pdfium.FPDFPage_Flatten(page, forPrint) === flattened
  } finally {
    pdfium.FPDF_ClosePage(page)
  }
}

// FPDF_ANNOT_… and FPDF_ANNOT_FLAG_… of fpdf_annot.h, FLAT_PRINT and FLATTEN_SUCCESS of fpdf_flatten.h.
const link = 2
const popup = 16
const widget = 20
const hidden = 2
const meantForPaper = 4
const forPrint = 1
const flattened = 1

/** Whether an annotation is meant for paper. Most links are, but show nothing. */
const prints = (pdfium: Pdfium, page: number, at: number) =>
  withAnnotation(pdfium, page, at, (annotation) => {
    const flags = pdfium.FPDFAnnot_GetFlags(annotation)
    if ((flags & meantForPaper) === 0 || (flags & hidden) !== 0) return false
    const kind = pdfium.FPDFAnnot_GetSubtype(annotation)
    return kind !== popup && (kind !== link || hasBorder(pdfium, annotation))
  }) ?? false

/** A link that names no border has one of a point; most programs name one of nothing. */
const hasBorder = (pdfium: Pdfium, annotation: number) =>
  withMemory(pdfium, 12, (start) => {
    const [across, down, width] = [start, start + 4, start + 8]
    const isNamed = pdfium.FPDFAnnot_GetBorder(annotation, across, down, width)
    return !isNamed || (readFloats(pdfium, width, 1)[0] ?? 0) > 0
  })

/**
 * Draws the fields that have no picture from their values, and all where the form asks for it (NeedAppearances), because the
 * program that filled them left their pictures as they were.
 */
function drawFields(pdfium: Pdfium, page: number, form: number): void {
  if (form === 0) return
  pdfium.FORM_OnAfterLoadPage(page, form)
  pdfium.FORM_OnBeforeClosePage(page, form)
}

/** Draws what has no picture: comments, and fields that the form does not name. */
const drawMissing = (pdfium: Pdfium, page: number, at: number) =>
  withAnnotation(pdfium, page, at, (annotation) => {
    // A box that is not ticked has pictures, but none for its state.
    if (pdfium.FPDFAnnot_HasKey(annotation, 'AP')) return
    if (pdfium.FPDFAnnot_GetSubtype(annotation) === widget) pdfium.EPDFAnnot_GenerateFormFieldAP(annotation)
    else pdfium.EPDFAnnot_GenerateAppearance(annotation)
  })

function withAnnotation<T>(pdfium: Pdfium, page: number, at: number, use: (annotation: number) => T) {
  const annotation = pdfium.FPDFPage_GetAnnot(page, at)
  if (annotation === 0) return undefined
  try {
    return use(annotation)
  } finally {
    pdfium.FPDFPage_CloseAnnot(annotation)
  }
}
