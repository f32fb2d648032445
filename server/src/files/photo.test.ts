import sharp from 'sharp'
import { expect, test } from 'vitest'
import { rewritePhoto } from './photo.ts'

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
  const kept = await rewritePhoto(sent, 'photo')
  const { format, width, height, exif, icc, xmp, orientation } = await sharp(kept).metadata()
  expect({ format, width, height, exif, icc, xmp, orientation }).toEqual({
    format: 'jpeg',
    width: 20,
    height: 40,
  })
  expect(kept.toString('latin1')).not.toContain('Phone 9')
  // Turned clockwise, what was above is on the right.
  const { data, info } = await sharp(kept).raw().toBuffer({ resolveWithObject: true })
  const right = (10 * info.width + 18) * info.channels
  expect([data[right] ?? 0, data[right + 2] ?? 0].map((value) => value > 128)).toEqual([true, false])
})

test('a large photo is made smaller, and a PNG becomes a JPEG without transparency', async () => {
  const large = await rewritePhoto(await (await makePhoto(4000, 100)).jpeg().toBuffer(), 'photo')
  expect(await sharp(large).metadata()).toMatchObject({ width: 2048, height: 51 })
  const clear = await sharp({ create: { width: 4, height: 4, channels: 4, background: '#00000000' } })
    .png()
    .toBuffer()
  const kept = await rewritePhoto(clear, 'photo')
  expect((await sharp(kept).metadata()).format).toBe('jpeg')
  expect((await sharp(kept).raw().toBuffer())[0]).toBe(255)
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
