import type { BrowserContext, Page } from '@playwright/test'
import sharp from 'sharp'

const [width, height] = [1280, 720]

declare global {
  interface Window {
    /** Shows a picture (base64) to the camera. */
    showToCamera: (picture: string) => Promise<void>
  }
}

/** Gives the pages of a context a camera that sees what `film` shows. Not every Chromium has a camera of its own. */
export const installCamera = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(
    ([wide, high]) => {
      const canvas = document.createElement('canvas')
      canvas.width = wide
      canvas.height = high
      const drawing = canvas.getContext('2d')
      let seen: ImageBitmap | undefined
      // A stream has a frame only where something is drawn.
      setInterval(() => {
        if (!drawing) return
        drawing.fillStyle = '#8a8f8c'
        drawing.fillRect(0, 0, wide, high)
        if (seen) drawing.drawImage(seen, 0, 0)
      }, 100)
      window.showToCamera = async (picture) => {
        const bytes = Uint8Array.from(atob(picture), (letter) => letter.charCodeAt(0))
        seen = await createImageBitmap(new Blob([bytes], { type: 'image/jpeg' }))
      }
      navigator.mediaDevices.getUserMedia = async () => canvas.captureStream(10)
    },
    [width, height] as const,
  )

/** Holds a picture on a grey table before the camera. */
export async function film(page: Page, picture: Buffer): Promise<void> {
  const held = await sharp(picture)
    .resize({ height: height - 40, fit: 'inside' })
    .toBuffer()
  const seen = await sharp({ create: { width, height, channels: 3, background: '#8a8f8c' } })
    .composite([{ input: held }])
    .jpeg({ quality: 80 })
    .toBuffer()
  await page.evaluate((text) => window.showToCamera(text), seen.toString('base64'))
}

/** The upper part of an order's job ticket as a picture, as somebody near enough to its code sees it. */
export async function pictureOfTicket(page: Page, url: string, order: string): Promise<Buffer> {
  await page.goto(`${url}/job_tickets?order=${order}`)
  const ticket = await page.getByRole('article').boundingBox()
  if (!ticket) throw new Error('There is no job ticket')
  return page.screenshot({ clip: { ...ticket, height: (ticket.width * height) / width } })
}
