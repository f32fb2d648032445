import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, expect, test, vi } from 'vitest'
import { childProcesses } from '../../../test/processes/childProcesses.ts'
import { createPictures } from './pictures.ts'

// Large pictures take seconds where other tests use the machine.
vi.setConfig({ testTimeout: 30_000 })

const pictures = createPictures()
afterAll(() => pictures.close())
const rewritePng = (bytes: Buffer, field: string) => pictures.rewrite('png', bytes, field)
const rewritePhoto = (bytes: Buffer, field: string) => pictures.rewrite('photo', bytes, field)

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#17803d' } })
    .png()
    .toBuffer()

test('an image that is too wide or too high is not reported as broken', async () => {
  for (const [width, height] of [[4097, 1] as const, [1, 4097] as const]) {
    await expect(rewritePng(await picture(width, height), 'image')).rejects.toMatchObject({
      status: 400,
      fields: [{ message: 'The picture is larger than 4,096 × 4,096', context: { key: 'image' } }],
    })
  }
  await expect(rewritePng(await picture(4096, 1), 'image')).resolves.toBeInstanceOf(Buffer)
})

test('a truncated image is broken', async () => {
  const whole = await picture(50, 50)
  await expect(rewritePng(whole.subarray(0, whole.length / 2), 'image')).rejects.toMatchObject({
    message: 'The picture is broken',
  })
})

/** Red above, blue below. */
async function makePhoto(width: number, height: number) {
  const blue = await sharp({
    create: { width, height: Math.ceil(height / 2), channels: 3, background: '#0000ff' },
  })
    .png()
    .toBuffer()
  return sharp({ create: { width, height, channels: 3, background: '#ff0000' } }).composite([
    { input: blue, gravity: 'south' },
  ])
}

test('a photo loses its place, time and device, and stands upright', async () => {
  // As a phone held upright writes it: the sensor’s lines, and a note to turn them.
  const sent = await (await makePhoto(40, 20))
    .withExif({
      IFD0: { Model: 'Phone 9', DateTime: '2026:11:22 10:00:00' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '12/1 58/1 0/1' },
    })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  expect((await sharp(sent).metadata()).exif?.toString('latin1')).toContain('Phone 9')
  const rewritten = await rewritePhoto(sent, 'photo')
  const { format, width, height, exif, icc, xmp, orientation } = await sharp(rewritten).metadata()
  expect({ format, width, height, exif, icc, xmp, orientation }).toEqual({
    format: 'jpeg',
    width: 20,
    height: 40,
  })
  expect(rewritten.toString('latin1')).not.toContain('Phone 9')
  // Turned clockwise, what was above is on the right.
  const { data, info } = await sharp(rewritten).raw().toBuffer({ resolveWithObject: true })
  const right = (10 * info.width + 18) * info.channels
  expect([data[right] ?? 0, data[right + 2] ?? 0].map((value) => value > 128)).toEqual([true, false])
})

test('a large photo is made smaller, and a PNG becomes a JPEG without transparency', async () => {
  const large = await rewritePhoto(await (await makePhoto(4000, 100)).jpeg().toBuffer(), 'photo')
  expect(await sharp(large).metadata()).toMatchObject({ width: 2048, height: 51 })
  const clear = await sharp({ create: { width: 4, height: 4, channels: 4, background: '#00000000' } })
    .png()
    .toBuffer()
  const rewritten = await rewritePhoto(clear, 'photo')
  expect((await sharp(rewritten).metadata()).format).toBe('jpeg')
  expect((await sharp(rewritten).raw().toBuffer())[0]).toBe(255)
})

test('what is no photo, is broken or too large is refused under its field', async () => {
  const photo = await (await makePhoto(400, 300)).jpeg().toBuffer()
  const wide = await sharp({ create: { width: 10_000, height: 5_001, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  for (const [bytes, message] of [
    [Buffer.from('GIF89a'), 'The photo must be a JPEG or a PNG'],
    [Buffer.alloc(0), 'The photo must be a JPEG or a PNG'],
    [photo.subarray(0, photo.length / 2), 'The photo is broken'],
    [Buffer.concat([photo.subarray(0, 3), Buffer.alloc(500)]), 'The photo is broken'],
    [wide, 'The photo has more than 50 million pixels'],
  ] as const) {
    await expect(rewritePhoto(bytes, 'photo')).rejects.toMatchObject({
      status: 400,
      fields: [{ message, context: { key: 'photo' } }],
    })
  }
})

test('a picture is decoded in another process; one that takes too much there is refused under its field', async () => {
  const large = await picture(4096, 4096)
  const small = createPictures({ timeoutMs: 0 })
  const message = 'The picture takes too much time or memory to open; save it smaller and try again'
  await expect(small.rewrite('png', large, 'image')).rejects.toMatchObject({
    status: 400,
    fields: [{ message, context: { key: 'image' } }],
  })
  await small.close()
})

test('many pictures are decoded one after another', async () => {
  const others = childProcesses()
  const large = await picture(2048, 2048)
  const queue = createPictures()
  const decoded = Promise.all(Array.from({ length: 8 }, () => queue.rewrite('png', large, 'image')))
  expect(childProcesses().filter((pid) => !others.includes(pid))).toHaveLength(1)
  expect(await decoded).toHaveLength(8)
  await queue.close()
})

test('a picture is not blamed when no process can be started', async () => {
  const broken = createPictures({}, join(import.meta.dirname, 'nowhere.ts'))
  await expect(broken.rewrite('png', await picture(4, 4), 'image')).rejects.toMatchObject({ status: 503 })
  await broken.close()
})
