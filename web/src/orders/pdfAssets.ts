import { version } from 'pdfjs-dist'

/** Where the build puts what pdf.js loads only for some files: character maps, the standard fonts, image decoders. */
export const pdfAssets = (folder: 'cmaps' | 'standard_fonts' | 'wasm') =>
  new URL(`/assets/pdfjs-${version}/${folder}/`, window.location.href).href
