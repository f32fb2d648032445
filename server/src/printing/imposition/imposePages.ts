import { isMostlyLandscape, type Paper } from '@our-print/contract/printing/paperFit.ts'
import {
  type Fit,
  gridOf,
  type Layout,
  laySheets,
  type Place,
} from '@our-print/contract/printing/sheetLayout.ts'
import type { Size } from '../prepress/drawPage.ts'
import { flattenPage } from '../prepress/flattenPage.ts'
import { openToPrint } from '../prepress/openToPrint.ts'
import { type Pdfium, readFloats, withMemory } from '../prepress/pdfium.ts'
import { hideLayers } from './hideLayers.ts'
import { type Box, isPaper, paperBox, paperPoints, placePage } from './placePage.ts'
import { newDocument, saveDocument } from './writePdf.ts'

/** The files of one document, each with the pages (from 1) that are chosen of it, and how they are laid on sheets. */
export interface Imposition<File> {
  files: { content: File; isPicture: boolean; pages: number[] }[]
  layout: Layout
  fit: Fit
  paper: Paper
  duplex: boolean
}

/** `unchanged`: the only file is already what is to be printed. `damaged`: a file (from 0) that cannot be read. */
export type Imposed = { pdf: Buffer } | 'unchanged' | { damaged: number; page?: number }

/**
 * Makes the PDF that is printed: its pages are the sides of the sheets. Fonts, vectors and transparency stay what they are;
 * only pages with hidden layers are drawn as pixels. The same input gives the same bytes.
 */
export async function imposePages(
  pdfium: Pdfium,
  { files, layout, fit, paper, duplex }: Imposition<Buffer>,
): Promise<Imposed> {
  const [laid] = laySheets(
    files.map(({ pages }) => pages),
    { layout, sides: duplex ? 'double' : 'single', bundle: true },
  )
  const places = laid?.sides.flat() ?? []
  const whole = await asItIs()
  if (whole) return whole
  const pages = newDocument(pdfium)
  const units: number[] = []
  try {
    for (const [index, file] of files.entries()) {
      if (!(await append(file))) return { damaged: index }
    }
    const sizes = pageSizes(pages, (index) => units[index] ?? 1)
    const landscape = isSheetLandscape(sizes)
    const page = paperPoints(paper, landscape)
    const damaged = sizes.indexOf(undefined)
    if (damaged >= 0) return whereIs(files, damaged)

    const isScaled = sizes.map((size, index) => size && putOnPaper(index, size, page)).includes(true)
    arrange(places)
    const grid = gridOf(layout, landscape)
    if (grid.across * grid.down > 1) {
      insertBlanks(places, page)
      return { pdf: saveSheets(grid, paperPoints(paper, grid.isLandscape)) }
    }
    if (isScaled) return { pdf: saveScaled(places, page) }
    insertBlanks(places, page)
    return { pdf: saveDocument(pdfium, pages) }
  } finally {
    pdfium.FPDF_CloseDocument(pages)
  }

  function isSheetLandscape(sizes: (Size | undefined)[]): boolean {
    return layout !== 'booklet' && isMostlyLandscape(votesOf(files, sizes))
  }

  /** The file itself, where its pages are what is printed: one on each side, all chosen, each as large as the paper. */
  async function asItIs(): Promise<Imposed | undefined> {
    const [file] = files
    if (!file || files.length > 1 || file.isPicture || layout !== '1-up') return undefined
    const source = await openToPrint(pdfium, file.content)
    if (!source) return undefined
    try {
      if (file.pages.length !== source.pageCount || file.pages.some((number, i) => number !== i + 1))
        return undefined
      // Readers and printers differ in what they make of layers and units: those are laid on paper here.
      if (source.hasLayers || file.pages.some((_number, index) => source.unitOf(index) !== 1))
        return undefined
      const sizes = pageSizes(source.handle)
      const page = paperPoints(paper, isSheetLandscape(sizes))
      if (!sizes.every((size) => !size || isPaper(size, page))) return undefined
      const isFlattened = sizes.map((_size, index) => flattenPage(source, index)).includes(true)
      const isEncrypted = pdfium.FPDF_GetSecurityHandlerRevision(source.handle) >= 0
      if (!isFlattened && !isEncrypted) return 'unchanged'
      // Printers know no passwords.
      pdfium.EPDF_RemoveEncryption(source.handle)
      return { pdf: saveDocument(pdfium, source.handle) }
    } finally {
      source.close()
    }
  }

  /** Appends the chosen pages of a file as they print, with the fonts and pictures that they share. */
  async function append({ content, pages: chosen }: Imposition<Buffer>['files'][number]): Promise<boolean> {
    const source = await openToPrint(pdfium, content)
    if (!source) return false
    try {
      const at = pdfium.FPDF_GetPageCount(pages)
      const numbers = chosen.map((number) => number - 1)
      for (const number of numbers) flattenPage(source, number)
      const isThere = withNumbers(numbers, (start) =>
        pdfium.FPDF_ImportPagesByIndex(pages, source.handle, start, numbers.length, at),
      )
      if (!isThere) return false
      units.push(...numbers.map((number) => source.unitOf(number)))
      if (source.hasLayers)
        for (const [index, number] of numbers.entries())
          await hideLayers(
            pdfium,
            { document: source.handle, page: number },
            { document: pages, page: at + index },
          )
      return true
    } finally {
      source.close()
    }
  }

  /** The sizes of pages as they are seen; undefined for one that is damaged. */
  function pageSizes(handle: number, unitOf = (_index: number) => 1): (Size | undefined)[] {
    return Array.from({ length: pdfium.FPDF_GetPageCount(handle) }, (_, index) =>
      withPage(handle, index, (one) => ({
        width: unitOf(index) * pdfium.FPDF_GetPageWidthF(one),
        height: unitOf(index) * pdfium.FPDF_GetPageHeightF(one),
      })),
    )
  }

  /** Makes a page as large as the paper around its middle; true if it is to be scaled, which its boxes then ask for. */
  function putOnPaper(index: number, size: Size, paperSize: Size): boolean {
    const unit = units[index] ?? 1
    return (
      withPage(pages, index, (one) => {
        const visible = boundingBox(one)
        const { turned, scale: enlarged } = placePage(size, paperSize, fit)
        const scale = enlarged * unit
        const rotation = (pdfium.FPDFPage_GetRotation(one) + (turned ? 3 : 0)) % 4
        const box = paperBox(visible, paperSize, scale, rotation % 2 === 1)
        // What lies outside the page's own edges must stay hidden.
        if (exceeds(box, visible)) clipTo(one, visible)
        pdfium.FPDFPage_SetRotation(one, rotation)
        pdfium.FPDFPage_SetMediaBox(one, box.left, box.bottom, box.right, box.top)
        pdfium.FPDFPage_SetCropBox(one, box.left, box.bottom, box.right, box.top)
        return scale !== 1
      }) ?? false
    )
  }

  function boundingBox(one: number): Box {
    return withMemory(pdfium, 16, (start) => {
      pdfium.FPDF_GetPageBoundingBox(one, start)
      const [left = 0, top = 0, right = 0, bottom = 0] = readFloats(pdfium, start, 4)
      return { left, bottom, right, top }
    })
  }

  function clipTo(one: number, { left, bottom, right, top }: Box): void {
    const clip = pdfium.FPDF_CreateClipPath(left, bottom, right, top)
    pdfium.FPDFPage_InsertClipPath(one, clip)
    pdfium.FPDF_DestroyClipPath(clip)
  }

  /** Moves the pages into the sequence in which they are printed. */
  function arrange(laidPlaces: readonly Place[]): void {
    const starts: number[] = []
    let count = 0
    for (const { pages: chosen } of files) {
      starts.push(count)
      count += chosen.length
    }
    const indexes = files.map(({ pages: chosen }) => new Map(chosen.map((number, at) => [number, at])))
    const sequence = laidPlaces.flatMap((place) =>
      place ? [(starts[place.file] ?? 0) + (indexes[place.file]?.get(place.page) ?? 0)] : [],
    )
    if (sequence.every((index, at) => index === at)) return
    withNumbers(sequence, (start) => pdfium.FPDF_MovePages(pages, start, sequence.length, 0))
  }

  function insertBlanks(laidPlaces: readonly Place[], size: Size): void {
    for (const [index, place] of laidPlaces.entries()) {
      if (!place) insertBlank(index, size)
    }
  }

  function insertBlank(index: number, { width, height }: Size): void {
    pdfium.FPDF_ClosePage(pdfium.FPDFPage_New(pages, index, width, height))
  }

  /**
   * Several pages on each side. PDFium keeps shared fonts and pictures once, but knows only rows of equal places: so each page
   * first gets a box as large as its paper.
   */
  function saveSheets({ across, down }: { across: number; down: number }, sheet: Size): Buffer {
    const sheets = pdfium.FPDF_ImportNPagesToOne(pages, sheet.width, sheet.height, across, down)
    if (sheets === 0) throw new RangeError('PDFium could not lay the pages on sheets')
    try {
      return saveDocument(pdfium, sheets)
    } finally {
      pdfium.FPDF_CloseDocument(sheets)
    }
  }

  /** PDFium scales only pages that share a side: each gets a blank neighbour, which is cut off. */
  function saveScaled(laidPlaces: readonly Place[], page: Size): Buffer {
    for (const [index, place] of laidPlaces.entries()) {
      if (!place) insertBlank(2 * index, page)
      insertBlank(2 * index + 1, page)
    }
    const sheets = pdfium.FPDF_ImportNPagesToOne(pages, 2 * page.width, page.height, 2, 1)
    if (sheets === 0) throw new RangeError('PDFium could not scale the pages')
    try {
      for (let index = 0; index < laidPlaces.length; index++) {
        withPage(sheets, index, (one) => pdfium.FPDFPage_SetMediaBox(one, 0, 0, page.width, page.height))
      }
      return saveDocument(pdfium, sheets)
    } finally {
      pdfium.FPDF_CloseDocument(sheets)
    }
  }

  function withPage<T>(handle: number, index: number, use: (page: number) => T): T | undefined {
    const one = pdfium.FPDF_LoadPage(handle, index)
    if (one === 0) return undefined
    try {
      return use(one)
    } finally {
      pdfium.FPDF_ClosePage(one)
    }
  }

  function withNumbers<T>(numbers: readonly number[], use: (start: number) => T): T {
    return withMemory(pdfium, 4 * Math.max(1, numbers.length), (start) => {
      new Int32Array(pdfium.pdfium.HEAPU8.buffer, start, numbers.length).set(numbers)
      return use(start)
    })
  }
}

/** Pages that decide how the paper lies: those of PDF files, or a picture that is alone. */
function votesOf(files: Imposition<Buffer>['files'], sizes: (Size | undefined)[]): Size[] {
  const isPicture = files.flatMap((file) => file.pages.map(() => file.isPicture))
  return sizes.filter(
    (size, index) => size !== undefined && (files.length === 1 || !isPicture[index]),
  ) as Size[]
}

function whereIs(files: Imposition<Buffer>['files'], index: number): { damaged: number; page?: number } {
  let before = 0
  for (const [file, { pages }] of files.entries()) {
    const page = pages[index - before]
    if (page !== undefined) return { damaged: file, page }
    before += pages.length
  }
  return { damaged: 0 }
}

const exceeds = (box: Box, visible: Box) =>
  box.left < visible.left || box.bottom < visible.bottom || box.right > visible.right || box.top > visible.top
