import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { presentation, svgOf, wordDocument } from '../../../test/officeFiles.ts'
import { refuseOutsideReferences } from './outsideReferences.ts'

const outside = 'a.docx has a picture or an object that is not in the file itself'
const unknown = 'a.docx has a part that cannot be checked'
const check = (content: Buffer) => refuseOutsideReferences(content, 'a.docx')
const withPicture = (bytes: Buffer, name = 'image1.png') => wordDocument(['x'], { picture: { name, bytes } })
const secret = '<image xlink:href="file:///etc/secret.png"/>'
const wide = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')
const dataOf = (bytes: Buffer) => `<image href="data:image/png;base64,${bytes.toString('base64')}"/>`

describe('a picture in SVG that names something elsewhere is refused', () => {
  test.each<[string, string]>([
    ['a file', secret],
    ['a file, without a prefix', "<image href='/etc/secret.png'/>"],
    ['a file beside it', '<image href="secret.png"/>'],
    ['an address', '<image\nxlink:href = "https://shop.example/a.png"/>'],
    ['a part of another file', '<use href="other.svg#a"/>'],
    ['a file in its style', '<rect style="fill:url(file:///etc/secret.svg#a)"/>'],
    ['a style sheet', '<style>@import "file:///etc/secret.css"</style>'],
    ['another base', '<g xml:base="file:///etc/secret.svg"><use href="#a"/></g>'],
    ['a picture that is an SVG', '<image href="data:image/svg+xml;base64,AAAA"/>'],
    ['a picture that says to be a PNG and is such an SVG', dataOf(svgOf(secret))],
    ['a picture that is not written in base 64', '<image href="data:image/png,%3Csvg"/>'],
    ['a picture with escapes', '<image href="data:image/png;base64,&#80;HN2"/>'],
  ])('%s', async (_, content) => {
    for (const name of ['image1.svg', 'image1.png'])
      await expect(check(withPicture(svgOf(content), name))).rejects.toThrow(outside)
  })

  test.each<[string, Buffer, string]>([
    ['packed', gzipSync(svgOf(secret)), 'a.svgz'],
    ['packed, under another name', gzipSync(svgOf(secret)), 'a.emz'],
    ['in UTF-16', wide(`<svg>${secret}</svg>`), 'a.png'],
    ['with a prefix', Buffer.from(`<a:svg xmlns:a="http://www.w3.org/2000/svg">${secret}</a:svg>`), 'a.png'],
    ['after a long comment', Buffer.from(`<!--${'x'.repeat(100_000)}--><svg>${secret}</svg>`), 'a.svg'],
    [
      'by an entity',
      Buffer.from(`<!DOCTYPE svg [<!ENTITY a "file:">]><svg><image href="&a;"/></svg>`),
      'a.png',
    ],
  ])('%s', async (_, bytes, name) => {
    await expect(check(withPicture(bytes, name))).rejects.toThrow(outside)
  })

  test('in an encoding that is not known here', async () => {
    const bytes = Buffer.from('<?xml version="1.0" encoding="UTF-7"?><svg>+ADw-image/</svg>')
    await expect(check(withPicture(bytes))).rejects.toThrow(unknown)
  })

  test('in a document in the document', async () => {
    const inner = withPicture(svgOf(secret))
    const more = { 'word/embeddings/a.bin': inner }
    await expect(check(wordDocument(['x'], { more }))).rejects.toThrow(outside)
    let nested = wordDocument(['x'])
    for (let depth = 0; depth < 4; depth++) nested = wordDocument(['x'], { more: { 'a.zip': nested } })
    await expect(check(nested)).rejects.toThrow(unknown)
  })
})

describe('a relation to what is elsewhere', () => {
  const relation = (attributes: string, more = '') =>
    wordDocument(['x'], {
      more: {
        'word/_rels/document.xml.rels': `<Relationships>${more}<Relationship Id="rId9" ${attributes}/></Relationships>`,
      },
    })
  const type = (name: string) =>
    `Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${name}"`

  test.each<[string, string]>([
    ['a linked picture', `${type('image')} Target="file:///etc/a.png" TargetMode="External"`],
    ['a linked object', `TargetMode='External' ${type('oleObject')} Target="a.xlsx"`],
    ['a mode that is written otherwise', `${type('image')} Target="a.png" TargetMode = "&#69;xternal"`],
    [
      'a type that only seems harmless',
      `Target='a Type="/hyperlink"' ${type('image')} TargetMode="External"`,
    ],
    ['no type', 'Target="a.png" TargetMode="External"'],
  ])('is refused: %s', async (_, attributes) => {
    await expect(check(relation(attributes))).rejects.toThrow(outside)
  })

  test('such as an HTML page is refused', async () => {
    await expect(check(relation(`${type('aFChunk')} Target="a.html"`))).rejects.toThrow(unknown)
  })

  test.each(['hyperlink', 'attachedTemplate', 'video'])('is taken: %s', async (name) => {
    await check(relation(`${type(name)} Target="https://shop.example/" TargetMode="External"`))
  })
})

test('documents with pictures of their own are taken', async () => {
  const png = Buffer.from('\x89PNG\r\n\x1a\n and so on', 'latin1')
  await check(wordDocument(['x']))
  await check(presentation(['x']))
  await check(withPicture(png))
  await check(withPicture(gzipSync(Buffer.from('EMF')), 'a.emz'))
  await check(
    withPicture(svgOf(`<style>rect { fill: url(#g) }</style><use xlink:href="#a"/>${dataOf(png)}`), 'a.svg'),
  )
  await check(wordDocument(['x'], { more: { 'word/embeddings/a.xlsx': wordDocument(['y']) } }))
})
