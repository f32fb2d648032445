import { createSvgIcon } from '@mui/material/SvgIcon'
import { crossedEye } from './paths.ts'

export default createSvgIcon(<path d={crossedEye} />, 'VisibilityOffOutlined')
