import { type Correction, qrShape } from './qrShape.ts'

type Props = { text: string; label: string; correction?: Correction }

/** A QR code as SVG, black on white in every theme. */
export function QrCode({ text, label, correction = 'M' }: Props) {
  const { side, path } = qrShape(text, correction)
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${side} ${side}`}
      shapeRendering="crispEdges"
      width="100%"
      style={{ display: 'block' }}
    >
      <rect width={side} height={side} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}
