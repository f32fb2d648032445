import { icon } from './Icon.tsx'

// The icons of the parts of base/ui and of the sign-in screen, which has no others.

export const ChevronLeft = icon`M15.4 7.4 14 6l-6 6 6 6 1.4-1.4-4.6-4.6z`
export const ChevronRight = icon`M10 6 8.6 7.4l4.6 4.6-4.6 4.6L10 18l6-6z`
export const ExpandMore = icon`M16.6 8.6 12 13.2 7.4 8.6 6 10l6 6 6-6z`
export const Close = icon`M19 6.4 17.6 5 12 10.6 6.4 5 5 6.4l5.6 5.6L5 17.6 6.4 19l5.6-5.6 5.6 5.6 1.4-1.4-5.6-5.6z`
export const CheckCircleOutlined = icon`M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20m0 18a8 8 0 1 1 0-16 8 8 0 0 1 0 16m4.6-12.4L10 14.2l-2.6-2.6L6 13l4 4 8-8z`
export const ErrorOutlined = icon`M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20m1 15h-2v-2h2zm0-4h-2V7h2z`
export const InfoOutlined = icon`M11 7h2v2h-2zm0 4h2v6h-2zm1-9a10 10 0 1 0 0 20 10 10 0 0 0 0-20m0 18a8 8 0 1 1 0-16 8 8 0 0 1 0 16`
export const WarningAmberOutlined = icon`m12 6 7.5 13h-15zm0-4L1 21h22zm1 14h-2v2h2zm0-6h-2v4h2z`
export const VisibilityOutlined = icon`M12 6c3.8 0 7.2 2.1 8.8 5.5-1.6 3.4-5 5.5-8.8 5.5s-7.2-2.1-8.8-5.5C4.8 8.1 8.2 6 12 6m0-2C7 4 2.7 7.1 1 11.5a11.8 11.8 0 0 0 22 0C21.3 7.1 17 4 12 4m0 5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5m0-2a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9`
export const VisibilityOffOutlined = icon`M12 6c3.8 0 7.2 2.1 8.8 5.5a10 10 0 0 1-2.4 3.1l1.4 1.4q2.1-1.8 3.2-4.5a12 12 0 0 0-14.6-7L10 6.3zm-1 1.1 2 2.1q.9.4 1.3 1.3l2 2 .2-1A4.5 4.5 0 0 0 10.9 7M2 4l2.7 2.7q-2.5 2-3.7 4.9a12 12 0 0 0 15.3 6.7l3.4 3.4 1.5-1.4L3.4 2.5zm7.5 7.5 2.6 2.6H12a2.5 2.5 0 0 1-2.5-2.5zM6.1 8 8 9.7q-.4.9-.4 1.8a4.5 4.5 0 0 0 6.3 4.1l1 1q-1.5.4-2.8.4a10 10 0 0 1-8.8-5.5 10 10 0 0 1 3-3.5`
