import { strToU8, zipSync } from 'fflate'

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packageRelations = 'http://schemas.openxmlformats.org/package/2006/relationships'

/** A part of the archive, by its path: the text of an XML file, or bytes. */
type Parts = Record<string, string | Buffer>

const archiveOf = (parts: Parts) =>
  Buffer.from(
    zipSync(
      Object.fromEntries(
        Object.entries(parts).map(([path, part]) => [
          path,
          typeof part === 'string' ? strToU8(xml + part) : new Uint8Array(part),
        ]),
      ),
    ),
  )

const contentTypes = (main: string, type: string, more = '') =>
  `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/${main}" ContentType="application/vnd.openxmlformats-officedocument.${type}.main+xml"/>${more}</Types>`

const relationsOf = (...targets: [id: string, kind: string, target: string, isExternal?: boolean][]) =>
  `<Relationships xmlns="${packageRelations}">${targets
    .map(
      ([id, kind, target, isExternal]) =>
        `<Relationship Id="${id}" Type="${relations}/${kind}" Target="${target}"${isExternal ? ' TargetMode="External"' : ''}/>`,
    )
    .join('')}</Relationships>`

/**
 * A Word document with one page for each text. `image` is the address of a picture that is not in the file, `picture` one that
 * is: the bytes of the part `word/media/<name>`.
 */
export function wordDocument(
  pages: string[],
  {
    image,
    picture: part,
    more = {},
  }: { image?: string; picture?: { name: string; bytes: Buffer }; more?: Parts } = {},
): Buffer {
  const paragraphs = pages.map(
    (text, i) => `<w:p>${i > 0 ? '<w:r><w:br w:type="page"/></w:r>' : ''}<w:r><w:t>${text}</w:t></w:r></w:p>`,
  )
  const picture =
    image || part
      ? `<w:p><w:r><w:drawing><wp:inline><wp:extent cx="900000" cy="900000"/><wp:docPr id="1" name="p"/><a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic><pic:nvPicPr><pic:cNvPr id="1" name="p"/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip r:${part ? 'embed' : 'link'}="rId9"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill><pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="900000" cy="900000"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`
      : ''
  return archiveOf({
    '[Content_Types].xml': contentTypes(
      'word/document.xml',
      'wordprocessingml.document',
      '<Default Extension="svg" ContentType="image/svg+xml"/><Default Extension="png" ContentType="image/png"/>',
    ),
    '_rels/.rels': relationsOf(['rId1', 'officeDocument', 'word/document.xml']),
    'word/document.xml': `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="${relations}" xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"><w:body>${paragraphs.join('')}${picture}<w:sectPr><w:pgSz w:w="11906" w:h="16838"/></w:sectPr></w:body></w:document>`,
    ...(image && { 'word/_rels/document.xml.rels': relationsOf(['rId9', 'image', image, true]) }),
    ...(part && {
      'word/_rels/document.xml.rels': relationsOf(['rId9', 'image', `media/${part.name}`]),
      [`word/media/${part.name}`]: part.bytes,
    }),
    ...more,
  })
}

/** A presentation with one slide for each text. */
export function presentation(slides: string[]): Buffer {
  const namespaces = `xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="${relations}"`
  const slideOf = (text: string) =>
    `<p:sld ${namespaces}><p:cSld><p:spTree><p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr/><p:sp><p:nvSpPr><p:cNvPr id="2" name="t"/><p:cNvSpPr txBox="1"/><p:nvPr/></p:nvSpPr><p:spPr><a:xfrm><a:off x="900000" y="900000"/><a:ext cx="6000000" cy="900000"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr><p:txBody><a:bodyPr/><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:txBody></p:sp></p:spTree></p:cSld></p:sld>`
  const names = slides.map((_, i) => `slides/slide${i + 1}.xml`)
  return archiveOf({
    '[Content_Types].xml': contentTypes(
      'ppt/presentation.xml',
      'presentationml.presentation',
      names
        .map(
          (name) =>
            `<Override PartName="/ppt/${name}" ContentType="application/vnd.openxmlformats-officedocument.presentationml.slide+xml"/>`,
        )
        .join(''),
    ),
    '_rels/.rels': relationsOf(['rId1', 'officeDocument', 'ppt/presentation.xml']),
    'ppt/_rels/presentation.xml.rels': relationsOf(
      ...names.map((name, i) => [`rId${i + 1}`, 'slide', name] as [string, string, string]),
    ),
    'ppt/presentation.xml': `<p:presentation ${namespaces}><p:sldIdLst>${names.map((_, i) => `<p:sldId id="${256 + i}" r:id="rId${i + 1}"/>`).join('')}</p:sldIdLst><p:sldSz cx="9144000" cy="6858000"/><p:notesSz cx="6858000" cy="9144000"/></p:presentation>`,
    ...Object.fromEntries(names.map((name, i) => [`ppt/${name}`, slideOf(slides[i] ?? '')])),
  })
}

/** An SVG picture. */
export const svgOf = (content: string) =>
  Buffer.from(
    `${xml}<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="20" height="20">${content}</svg>`,
  )
