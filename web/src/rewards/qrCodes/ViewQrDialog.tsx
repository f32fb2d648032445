import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Link from '@mui/material/Link'
import { useTheme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import type { QrCode as Code } from '@our-print/contract/rewards/qrCodes.ts'
import { type ReactNode, useId } from 'react'
import { offerDownload } from '../../base/api/download.ts'
import { toast } from '../../base/feedback/toast.tsx'
import { CopyCode } from '../../base/page/CopyCode.tsx'
import { SecondaryButton } from '../../base/page/Page.tsx'
import { pathOf } from '../../base/page/pathOf.ts'
import { CompanyLink, Punycode } from './CompanyLink.tsx'
import { QrCode } from './QrCode.tsx'
import { qrShape } from './qrShape.ts'
import { codeName, isExpired, type ListedCode } from './qrTexts.ts'

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
  const phone = useMediaQuery(useTheme().breakpoints.down('sm'), { noSsr: true })
  const id = useId()
  const problem = scanProblem(code)

  async function savePng() {
    try {
      offerDownload(await qrPng(code.url), `${code.index}.png`)
    } catch (error) {
      toast.failure(`The picture was not saved. ${(error as Error).message}`)
    }
  }

  return (
    <Dialog open fullWidth fullScreen={phone} maxWidth="xs" onClose={onClose} aria-labelledby={id}>
      <DialogTitle component="div" id={`${id}-head`} sx={{ overflowWrap: 'anywhere' }}>
        <Box component="h2" id={id} sx={{ m: 0, font: 'inherit' }}>
          {codeName(code)}
        </Box>
        <Box sx={{ typography: 'body1', color: 'text.secondary' }}>
          <CompanyLink company={code.company} />
        </Box>
      </DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2, alignContent: 'start' }}>
        {problem && (
          <Alert severity="warning" variant="outlined">
            {problem}
          </Alert>
        )}
        <Box sx={frame}>
          <QrCode text={code.url} label={`${codeName(code)}, ${code.company}`} correction="H" />
        </Box>
        <Fact name="Scan address">
          <CopyCode text={code.url} label="Copy scan address" />
        </Fact>
        <Fact name="Leads to">
          <Target code={code} />
        </Fact>
      </DialogContent>
      <DialogActions disableSpacing sx={actions}>
        <SecondaryButton onClick={onClose}>Close</SecondaryButton>
        <SecondaryButton onClick={() => offerDownload(qrSvg(code.url), `${code.index}.svg`)}>
          Download SVG
        </SecondaryButton>
        <Button variant="contained" onClick={() => void savePng()}>
          Download PNG
        </Button>
      </DialogActions>
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
  <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
    <Box sx={{ typography: 'caption', color: 'text.secondary' }}>{name}</Box>
    {children}
  </Box>
)

const Target = ({ code: { redirection_url, image } }: { code: Code }) =>
  redirection_url === null ? (
    image && <Box component="img" src={pathOf(image)} alt="What a scan shows" sx={picture} />
  ) : (
    <>
      <Link href={redirection_url} target="_blank" rel="noopener noreferrer">
        {redirection_url}
      </Link>
      <Punycode address={redirection_url} />
    </>
  )

const frame = {
  width: 1,
  // The image at the size of the download, plus its border.
  maxWidth: pngSide + 2,
  mx: 'auto',
  border: 1,
  borderColor: 'divider',
  borderRadius: 1,
  overflow: 'hidden',
  flex: 'none',
} as const

/** Three buttons do not fit on a phone: the downloads come first, side by side. */
const actions = {
  display: 'grid',
  gap: 1,
  gridTemplateColumns: { xs: '1fr 1fr', sm: '1fr auto auto' },
  '& > :first-of-type': {
    justifySelf: { sm: 'start' },
    gridColumn: { xs: 'span 2', sm: 'auto' },
    order: { xs: 1, sm: 0 },
  },
} as const

const picture = {
  display: 'block',
  mt: 0.5,
  maxWidth: 1,
  maxHeight: 96,
  border: 1,
  borderColor: 'divider',
  borderRadius: 1,
} as const
