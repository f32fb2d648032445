import type { Ink } from '../src/printing/prepress/inkOf.ts'
import { writePdf } from './pdf.ts'

const a4 = '/MediaBox [0 0 595 842]'

const stream = (entries: string, content: string) =>
  `<< ${entries} /Length ${content.length} >>\nstream\n${content}\nendstream`

/** A picture of 200 × 40 points in one colour, as fields, comments and stamps have them. */
const looks = (color: string) =>
  stream('/Type /XObject /Subtype /Form /BBox [0 0 200 40]', `${color} rg 0 0 200 40 re f`)
const red = looks('1 0 0')
const nothing = looks('1 1 1')

interface Parts {
  /** Objects 6 and up, which the annotations name. */
  objects?: string[]
  /** Entries of the form; no form without it. */
  form?: string
  /** Whether the form names the annotations as its fields. */
  isNamed?: boolean
  content?: string
  page?: string
  catalog?: string
  resources?: string
}

/** An A4 page with annotations, each given as the entries that follow its place. */
export function makeAnnotatedPdf(
  annotations: string[],
  { objects = [], form, isNamed = true, content = '', page = '', catalog = '', resources = '' }: Parts = {},
): Buffer {
  const names = annotations.map((_, index) => `${6 + objects.length + index} 0 R`).join(' ')
  const fonts = '/Font << /Helv 5 0 R >>'
  const fields =
    form === undefined
      ? ''
      : `/AcroForm << /Fields [${isNamed ? names : ''}] /DR << ${fonts} >> /DA (/Helv 0 Tf 0 g) ${form} >>`
  return writePdf([
    `<< /Type /Catalog /Pages 2 0 R ${fields} ${catalog} >>`,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R ${page.includes('/MediaBox') ? '' : a4} /Resources << ${fonts} ${resources} >> /Contents 4 0 R /Annots [${names}] ${page} >>`,
    stream('', content),
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...objects,
    ...annotations.map((entries) => `<< /Type /Annot /Rect [150 300 350 340] ${entries} >>`),
  ])
}

const text = '/Subtype /Widget /FT /Tx /T (name) /V (Red words) /DA (/Helv 20 Tf 1 0 0 rg)'
const box = '/Subtype /Widget /FT /Btn /T (box)'
const choice =
  '/Subtype /Widget /FT /Ch /Ff 131072 /T (list) /Opt [(Red) (Blue)] /V (Red) /DA (/Helv 20 Tf 1 0 0 rg)'
const print = '/F 4'
const pictured = '/AP << /N 6 0 R >>'
const quads = '/QuadPoints [150 340 350 340 150 300 350 300]'

const withPicture = (annotation: string, picture = red, form?: string) =>
  makeAnnotatedPdf([annotation], { objects: [picture], ...(form === undefined ? {} : { form }) })
const field = (annotation: string, form = '') => makeAnnotatedPdf([annotation], { form })
const comment = (annotation: string) => makeAnnotatedPdf([`${annotation} /C [1 0 0] ${print}`])

/** Pages that carry nothing but one annotation, with what it prints. */
export const annotatedPdfs: Record<string, [Ink, Buffer]> = {
  'a filled field': ['color', withPicture(`${text} ${print} ${pictured}`, red, '')],
  'a field without a picture': ['color', field(`${text} ${print}`)],
  'a field that the form does not name': [
    'color',
    makeAnnotatedPdf([`${text} ${print}`], { form: '', isNamed: false }),
  ],
  'a field whose picture is old': [
    'color',
    withPicture(`${text} ${print} ${pictured}`, nothing, '/NeedAppearances true'),
  ],
  'an empty field with a red frame': ['color', field(`${box} /MK << /BC [1 0 0] >> ${print}`)],
  'a ticked box': [
    'color',
    withPicture(`${box} /V /Yes /AS /Yes /AP << /N << /Yes 6 0 R >> >> ${print}`, red, ''),
  ],
  'a box that is not ticked': [
    'none',
    withPicture(`${box} /V /Off /AS /Off /AP << /N << /Yes 6 0 R >> >> ${print}`, red, ''),
  ],
  'a list': ['color', field(`${choice} ${print}`)],
  'a field for the screen only': ['none', withPicture(`${text} ${pictured}`, red, '')],
  'a hidden field': ['none', withPicture(`${text} /F 6 ${pictured}`, red, '')],
  'a field for paper only': ['color', withPicture(`${text} /F 36 ${pictured}`, red, '')],
  'a black field': ['black', withPicture(`${text} ${print} ${pictured}`, looks('0 0 0'), '')],
  'a stamp': ['color', withPicture(`/Subtype /Stamp ${print} ${pictured}`)],
  'a stamp for the screen only': ['none', withPicture(`/Subtype /Stamp ${pictured}`)],
  'a rectangle': ['color', comment('/Subtype /Square /IC [1 0 0]')],
  'a circle': ['color', comment('/Subtype /Circle /IC [1 0 0]')],
  'a line': ['color', comment('/Subtype /Line /L [160 310 340 330] /BS << /W 4 >>')],
  'a drawing by hand': [
    'color',
    comment('/Subtype /Ink /InkList [[160 310 240 330 340 310]] /BS << /W 4 >>'),
  ],
  'a polygon': ['color', comment('/Subtype /Polygon /IC [1 0 0] /Vertices [160 310 340 310 250 330]')],
  'a marked text': ['color', comment(`/Subtype /Highlight ${quads}`)],
  'an underlined text': ['color', comment(`/Subtype /Underline ${quads}`)],
  'a struck text': ['color', comment(`/Subtype /StrikeOut ${quads}`)],
  'a typed comment': [
    'color',
    comment('/Subtype /FreeText /Contents (Red words) /DA (/Helv 20 Tf 1 0 0 rg)'),
  ],
  'a rectangle for the screen only': ['none', makeAnnotatedPdf(['/Subtype /Square /IC [1 0 0]'])],
  'a link with a red frame': ['color', comment('/Subtype /Link /Border [0 0 4]')],
  'a link': ['none', comment('/Subtype /Link /Border [0 0 0]')],
}

const properties = '/Properties << /L 6 0 R >>'
const off = '/OCProperties << /OCGs [6 0 R] /D << /OFF [6 0 R] /Order [6 0 R] >> >>'
const on = '/OCProperties << /OCGs [6 0 R] /D << /Order [6 0 R] >> >>'
const redLayer = '/OC /L BDC 1 0 0 rg 150 300 200 40 re f EMC 0 g 150 500 200 40 re f'
const layer = '<< /Type /OCG /Name (Proof) >>'
const redObject = stream(
  '/Type /XObject /Subtype /Form /OC 6 0 R /BBox [0 0 595 842]',
  '1 0 0 rg 150 300 200 40 re f',
)

/** Pages with a black or blue bar, and a red one on a layer, with what they print. */
export const layeredPdfs: Record<string, [Ink, Buffer]> = {
  'a hidden layer': [
    'black',
    makeAnnotatedPdf([], { content: redLayer, resources: properties, catalog: off, objects: [layer] }),
  ],
  'a visible layer': [
    'color',
    makeAnnotatedPdf([], { content: redLayer, resources: properties, catalog: on, objects: [layer] }),
  ],
  'a layer for the screen only': [
    'black',
    makeAnnotatedPdf([], {
      content: redLayer,
      resources: properties,
      catalog: on.replace('/D <<', '/D << /AS [<< /Event /Print /Category [/Print] /OCGs [6 0 R] >>]'),
      objects: [layer.replace('>>', '/Usage << /Print << /PrintState /OFF >> >> >>')],
    }),
  ],
  'a hidden layer that is an object': [
    'black',
    makeAnnotatedPdf([], {
      content: '/X Do 0 g 150 500 200 40 re f',
      resources: '/XObject << /X 7 0 R >>',
      catalog: off,
      objects: [layer, redObject],
    }),
  ],
  'a hidden layer over blue': [
    'color',
    makeAnnotatedPdf([], {
      content: redLayer.replace('0 g', '0 0 1 rg'),
      resources: properties,
      catalog: off,
      objects: [layer],
    }),
  ],
  'a hidden layer on a turned page': [
    'black',
    makeAnnotatedPdf([], {
      content: redLayer,
      resources: properties,
      catalog: off,
      objects: [layer],
      page: '/Rotate 90 /CropBox [100 200 500 700]',
    }),
  ],
}

/** A page of 200 × 300 mm in a unit of 2 points, with a red bar of 40 × 20 mm, 20 mm from its left edge. */
export function makePdfWithUnit(): Buffer {
  const half = (millimetres: number) => ((millimetres / 25.4) * 72) / 2
  const bar = [20, 100, 40, 20].map(half).join(' ')
  const page = `/UserUnit 2 /MediaBox [0 0 ${half(200)} ${half(300)}]`
  return makeAnnotatedPdf([], { content: `1 0 0 rg ${bar} re f`, page })
}
