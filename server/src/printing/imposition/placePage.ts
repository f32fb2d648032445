import { isLandscape, type Paper, paperMillimetres } from '@our-print/contract/printing/paperFit.ts'
import type { Fit } from '@our-print/contract/printing/sheetLayout.ts'
import type { Size } from '../prepress/drawPage.ts'

const pointsPerMm = 72 / 25.4

/** A paper in points, upright or landscape. */
export function paperPoints(paper: Paper, landscape: boolean): Size {
  const { width, height } = paperMillimetres[paper]
  const [short, long] = [width * pointsPerMm, height * pointsPerMm]
  return landscape ? { width: long, height: short } : { width: short, height: long }
}

/** How a page, as it is seen, is put on paper: turned by a quarter to the left where it lies across, then scaled. */
export function placePage(page: Size, paper: Size, fit: Fit): { turned: boolean; scale: number } {
  const isSquare = !isLandscape(page) && !isLandscape({ width: page.height, height: page.width })
  const turned = !isSquare && isLandscape(page) !== isLandscape(paper)
  const [width, height] = turned ? [page.height, page.width] : [page.width, page.height]
  const largest = Math.min(paper.width / width, paper.height / height)
  const scale = fit === 'fit' ? largest : fit === 'shrink' ? Math.min(1, largest) : 1
  // Programs round the sizes of papers: such pages are not scaled by a thousandth.
  return { turned, scale: Math.abs(scale - 1) < 0.004 ? 1 : scale }
}

export type Box = { left: number; bottom: number; right: number; top: number }

/** The part of a page's own space that the paper shows: around its middle. */
export function paperBox(page: Box, paper: Size, scale: number, isSideways: boolean): Box {
  const [x, y] = [(page.left + page.right) / 2, (page.bottom + page.top) / 2]
  const [across, down] = isSideways ? [paper.height, paper.width] : [paper.width, paper.height]
  const [halfWidth, halfHeight] = [across / scale / 2, down / scale / 2]
  return { left: x - halfWidth, bottom: y - halfHeight, right: x + halfWidth, top: y + halfHeight }
}

/** Whether a page is the paper already, within a point. */
export const isPaper = (page: Size, paper: Size) =>
  Math.abs(page.width - paper.width) <= 1 && Math.abs(page.height - paper.height) <= 1
