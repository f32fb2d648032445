import sharp from 'sharp'
import { expect, test } from 'vitest'
import { rewritePng } from './png.ts'

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
