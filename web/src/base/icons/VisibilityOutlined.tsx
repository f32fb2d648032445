import { createSvgIcon } from '@mui/material/SvgIcon'
import { eye } from './paths.ts'

export default createSvgIcon(<path d={eye} />, 'VisibilityOutlined')
