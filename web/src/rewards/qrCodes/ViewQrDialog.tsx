import type { QrCode as Code } from '@our-print/contract/rewards/qrCodes.ts'
import type { ReactNode } from 'react'
import { offerDownload } from '../../base/api/download.ts'
import { toast } from '../../base/feedback/toast.ts'
import { CopyCode } from '../../base/page/CopyCode.tsx'
import { pathOf } from '../../base/page/pathOf.ts'
import { Alert } from '../../base/ui/Alert.tsx'
import { Button } from '../../base/ui/Button.tsx'
import { Dialog } from '../../base/ui/Dialog.tsx'
import { Stack } from '../../base/ui/Layout.tsx'
import { Link } from '../../base/ui/Link.tsx'
import { Text } from '../../base/ui/Text.tsx'
import { CompanyLink, Punycode } from './CompanyLink.tsx'
import { QrCode } from './QrCode.tsx'
import { qrShape } from './qrShape.ts'
import { codeName, isExpired, type ListedCode } from './qrTexts.ts'
import styles from './ViewQrDialog.module.css'

/** The width and height of the PNG in pixels. */
const pngSide = 350

/** The code as a PNG. All modules have the same whole number of pixels; the rest widens the margin. */
async function qrPng(text: string): Promise<Blob> {
  const { side, bars } = qrShape(text, 'H')
  const module = Math.max(1, Math.floor(pngSide / side))
  const margin = Math.floor((pngSide - module * side) / 2)
  const canvas = document.createElement('canvas')
  canvas.width = pngSide
  canvas.height = pngSide
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('This browser cannot draw the picture.')
  pen.fillStyle = '#fff'
  pen.fillRect(0, 0, pngSide, pngSide)
  pen.fillStyle = '#000'
  for (const { x, y, width } of bars) {
    pen.fillRect(margin + x * module, margin + y * module, width * module, module)
  }
  const picture = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (!picture) throw new Error('This browser cannot draw the picture.')
  return picture
}

/** The code as SVG, for printing at any size. */
function qrSvg(text: string): Blob {
  const { side, path } = qrShape(text, 'H')
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}" width="${pngSide}" height="${pngSide}" shape-rendering="crispEdges"><rect width="${side}" height="${side}" fill="#fff"/><path d="${path}"/></svg>\n`
  return new Blob([drawing], { type: 'image/svg+xml' })
}

/** Shows a QR code, checks it, and offers downloads. */
export default function ViewQrDialog({ code, onClose }: { code: ListedCode; onClose: () => void }) {
  const problem = scanProblem(code)

  async function savePng() {
    try {
      offerDownload(await qrPng(code.url), `${code.index}.png`)
    } catch (error) {
      toast.failure(`The picture was not saved. ${(error as Error).message}`)
    }
  }

  return (
    <Dialog
      title={codeName(code)}
      subtitle={<CompanyLink company={code.company} />}
      full
      onClose={onClose}
      // Three buttons do not fit beside each other on a phone.
      actions={
        <div className={styles.actions}>
          <Button onClick={onClose}>Close</Button>
          <Button onClick={() => offerDownload(qrSvg(code.url), `${code.index}.svg`)}>Download SVG</Button>
          <Button look="primary" onClick={() => void savePng()}>
            Download PNG
          </Button>
        </div>
      }
    >
      <Stack gap={4}>
        {problem && <Alert severity="warning">{problem}</Alert>}
        <div className={styles.code}>
          <QrCode text={code.url} label={`${codeName(code)}, ${code.company}`} correction="H" />
        </div>
        <Fact name="Scan address">
          <CopyCode text={code.url} label="Copy scan address" />
        </Fact>
        <Fact name="Leads to">
          <Target code={code} />
        </Fact>
      </Stack>
    </Dialog>
  )
}

/** Why a scan would lead nowhere today. */
function scanProblem(code: Code): string | undefined {
  if (!code.is_active)
    return 'This QR code is inactive. People who scan it are told so, and the scan is not counted.'
  if (isExpired(code)) {
    return `This QR code expired after ${code.validity}. People who scan it are told so, and the scan is not counted.`
  }
  return undefined
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <Text as="div" flow="wrap">
    <Text as="div" size="caption" tone="muted">
      {name}
    </Text>
    {children}
  </Text>
)

const Target = ({ code: { redirection_url, image } }: { code: Code }) =>
  redirection_url === null ? (
    image && <img src={pathOf(image)} alt="What a scan shows" className={styles.picture} />
  ) : (
    <>
      <Link href={redirection_url} target="_blank" rel="noopener noreferrer">
        {redirection_url}
      </Link>
      <Punycode address={redirection_url} />
    </>
  )
