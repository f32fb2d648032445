import { version } from 'pdfjs-dist'

/** Where the build puts the files that pdf.js loads by name: worker, character maps, fonts, image decoders. */
export const pdfAssets = (folder: 'build' | 'cmaps' | 'standard_fonts' | 'wasm') =>
  new URL(`/assets/pdfjs-${version}/${folder}/`, window.location.href).href
