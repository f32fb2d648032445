/** Points in a millimetre, as PDF files measure. */
export const point = 72 / 25.4

/** The modules of a QR code by rows; true is dark. */
export type Modules = boolean[][]

/** Draws all dark modules as one shape with a rectangle for each run: no visible seams, and a tenth of the file size. */
export function drawModules(
  document: PDFKit.PDFDocument,
  modules: Modules,
  module: number,
  { left, top }: { left: number; top: number },
): void {
  for (const [y, row] of modules.entries()) {
    for (let x = 0; x < row.length; x++) {
      if (!row[x] || row[x - 1]) continue
      let end = x
      while (row[end]) end++
      document.rect(left + x * module, top + y * module, (end - x) * module, module)
    }
  }
  document.fill('black')
}
