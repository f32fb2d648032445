import { createSvgIcon } from '@mui/material/SvgIcon'
import { close } from './paths.ts'

export default createSvgIcon(<path d={close} />, 'Close')
