import { createSvgIcon } from '@mui/material/SvgIcon'
import { error } from './paths.ts'

export default createSvgIcon(<path d={error} />, 'ErrorOutlined')
