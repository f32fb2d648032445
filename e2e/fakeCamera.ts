import { writeFile } from 'node:fs/promises'
import { type Browser, chromium, type Page, test } from '@playwright/test'
import sharp from 'sharp'

const [width, height] = [1280, 720]

/** Writes what the camera sees: this picture on a grey table, as a film of one picture. */
export async function film(path: string, picture: Buffer): Promise<void> {
  const page = await sharp(picture)
    .resize({ height: height - 40, fit: 'inside' })
    .toBuffer()
  const seen = sharp({ create: { width, height, channels: 3, background: '#8a8f8c' } }).composite([
    { input: page },
  ])
  // A film of JPEG pictures is one after the other.
  await writeFile(path, await seen.jpeg({ quality: 80 }).toBuffer())
}

/** A browser whose camera shows that film. Each time the camera is opened it reads the file again. */
export function launchWithCamera(path: string): Promise<Browser> {
  const { launchOptions } = test.info().project.use
  return chromium.launch({
    ...launchOptions,
    args: [
      ...(launchOptions?.args ?? []),
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${path}`,
    ],
  })
}

/** The job ticket of an order as a picture, as it lies on a bundle. */
export async function pictureOfTicket(page: Page, url: string, order: string): Promise<Buffer> {
  await page.goto(`${url}/job_tickets?order=${order}`)
  return page.getByRole('article').screenshot()
}
