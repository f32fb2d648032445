import { drawn, icon } from './Icon.tsx'

// The icons of the frame and of what most screens show, loaded with the shell.

export * from './parts.tsx'

export const AccountCircleOutlined = drawn(
  <>
    <path d="M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20M7.4 18.5a8 8 0 0 1 9.2 0 8 8 0 0 1-9.3 0m10.8-1.4a10 10 0 0 0-12.2 0 8 8 0 1 1 12.3 0" />
    <path d="M12 6a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7m0 5a1.5 1.5 0 1 1 0-3 1.5 1.5 0 0 1 0 3" />
  </>,
)
export const ArrowDownward = icon`m20 12-1.4-1.4-5.6 5.6V4h-2v12.2l-5.6-5.6L4 12l8 8z`
export const AssignmentIndOutlined = icon`M19 3h-4.2q-.7-1.9-2.8-2c-2.1-.1-2.4.8-2.8 2H5a2 2 0 0 0-2 2v14q.2 1.8 2 2h14a2 2 0 0 0 2-2V5a2 2 0 0 0-2-2m-7-.2q.3 0 .6.2l.2.5q-.1.7-.8.8-.9-.1-.7-.8l.1-.5zM19 19H5V5h14zM12 6c-1.6 0-3 1.4-3 3s1.4 3 3 3 3-1.3 3-3-1.3-3-3-3m0 4q-.9 0-1-1c-.1-1 .5-1 1-1s1 .5 1 1-.4 1-1 1m-6 6.5V18h12v-1.5c0-2.5-4-3.6-6-3.6s-6 1-6 3.6m2.3-.5c.7-.6 2.4-1.1 3.7-1.1s3 .5 3.7 1.1z`
export const AttachFile = icon`M16.5 6v11.5a4 4 0 1 1-8 0V5a2.5 2.5 0 0 1 5 0v10.5q0 1-1 1c-1 0-1-.4-1-1V6H10v9.5a2.5 2.5 0 0 0 5 0V5a4 4 0 1 0-8 0v12.5a5.5 5.5 0 1 0 11 0V6z`
export const BadgeOutlined = drawn(
  <>
    <path d="M14 12h4v1.5h-4zm0 3h4v1.5h-4z" />
    <path d="M20 7h-5V4a2 2 0 0 0-2-2h-2a2 2 0 0 0-2 2v3H4a2 2 0 0 0-2 2v11q.2 1.8 2 2h16a2 2 0 0 0 2-2V9a2 2 0 0 0-2-2m-9 0V4h2v5h-2zm9 13H4V9h5q.2 1.8 2 2h2a2 2 0 0 0 2-2h5z" />
    <circle cx="9" cy="13.5" r="1.5" />
    <path d="M11 16.2a5 5 0 0 0-4 0q-1 .4-1 1.4v.4h6v-.4q0-1-1-1.4" />
  </>,
)
export const BookmarkBorder = icon`M17 3H7a2 2 0 0 0-2 2v16l7-3 7 3V5a2 2 0 0 0-2-2m0 15-5-2.2L7 18V5h10z`
export const CalendarTodayOutlined = icon`M20 3h-1V1h-2v2H7V1H5v2H4a2 2 0 0 0-2 2v16q.2 1.8 2 2h16a2 2 0 0 0 2-2V5a2 2 0 0 0-2-2m0 18H4V10h16zm0-13H4V5h16z`
export const CancelOutlined = icon`M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20m0 18a8 8 0 1 1 0-16 8 8 0 0 1 0 16m3.6-13L12 10.6 8.4 7 7 8.4l3.6 3.6L7 15.6 8.4 17l3.6-3.6 3.6 3.6 1.4-1.4-3.6-3.6L17 8.4z`
export const CardMembershipOutlined = icon`M20 2H4a2 2 0 0 0-2 2v11q.2 1.8 2 2h4v5l4-2 4 2v-5h4a2 2 0 0 0 2-2V4a2 2 0 0 0-2-2m0 13H4v-2h16zm0-5H4V4h16z`
export const CheckCircle = icon`M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20m-2 15-5-5 1.4-1.4 3.6 3.6 7.6-7.6L19 8z`
export const ConfirmationNumberOutlined = icon`M22 10V6a2 2 0 0 0-2-2H4a2 2 0 0 0-2 2v4a2 2 0 0 1 0 4v4q.2 1.8 2 2h16a2 2 0 0 0 2-2v-4q-1.8-.2-2-2c-.2-1.8.9-2 2-2m-2-1.5q-1.9 1.1-2 3.5c-.1 2.4.8 2.8 2 3.5V18H4v-2.5a4 4 0 0 0 0-7V6h16zM11 15h2v2h-2zm0-4h2v2h-2zm0-4h2v2h-2z`
export const ContactMailOutlined = icon`M22 3H2a2 2 0 0 0-2 2v14q.2 1.8 2 2h20a2 2 0 0 0 2-2V5a2 2 0 0 0-2-2m0 16H2V5h20zM21 6h-7v5h7zm-1 2-2.5 1.8L15 8V7l2.5 1.8L20 7zM9 12c1.7 0 3-1.3 3-3s-1.3-3-3-3-3 1.4-3 3 1.4 3 3 3m0-4q1 .1 1 1 0 1.2-1 1c-1-.2-1-.4-1-1s.5-1 1-1m6 8.6C15 14 11 13 9 13s-6 1-6 3.6V18h12zM5.5 16c.7-.5 2.2-1 3.5-1s2.8.5 3.5 1z`
export const CreditScoreOutlined = icon`M20 4H4a2 2 0 0 0-2 2v12q.2 1.8 2 2h5v-2H4v-6h18V6a2 2 0 0 0-2-2m0 4H4V6h16zm-5 11.2L12 16.3l-1.4 1.5 4.2 4.2 7.1-7-1.4-1.5z`
export const DashboardOutlined = icon`M19 5v2h-4V5zM9 5v6H5V5zm10 8v6h-4v-6zM9 17v2H5v-2zM21 3h-8v6h8zM11 3H3v10h8zm10 8h-8v10h8zm-10 4H3v6h8z`
export const EventRepeatOutlined = icon`M21 12V6a2 2 0 0 0-2-2h-1V2h-2v2H8V2H6v2H5a2 2 0 0 0-2 2v14q.2 1.8 2 2h7v-2H5V10h14v2zm-2-4H5V6h14zm-3.4 12a3.5 3.5 0 1 0 1-3.5H18V18h-4v-4h1.5v1.4a5 5 0 1 1-1.4 4.6z`
export const FileDownloadOutlined = icon`M18 15v3H6v-3H4v3q.2 1.8 2 2h12a2 2 0 0 0 2-2v-3zm-1-4-1.4-1.4-2.6 2.6V4h-2v8.2L8.4 9.6 7 11l5 5z`
export const FilterList = icon`M10 18h4v-2h-4zM3 6v2h18V6zm3 7h12v-2H6z`
export const FirstPage = icon`M18.4 16.6 13.8 12l4.6-4.6L17 6l-6 6 6 6zM6 6h2v12H6z`
export const GroupAddOutlined = icon`M22 9V7h-2v2h-2v2h2v2h2v-2h2V9zM8 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8m0-6q1.8.2 2 2c.2 1.8-.9 2-2 2s-2-.9-2-2 .9-2 2-2m0 7c-2.7 0-8 1.3-8 4v3h16v-3c0-2.7-5.3-4-8-4m6 5H2v-1c.2-.7 3.3-2 6-2s5.8 1.3 6 2zM12.5 4a6 6 0 0 1 0 8 4 4 0 0 0 0-8m4 9.8Q18 15.1 18 17v3h2v-3c0-1.4-1.6-2.5-3.5-3.2`
export const LastPage = icon`m5.6 7.4 4.6 4.6-4.6 4.6L7 18l6-6-6-6zM16 6h2v12h-2z`
export const ListAltOutlined = icon`M11 7h6v2h-6zm0 4h6v2h-6zm0 4h6v2h-6zM7 7h2v2H7zm0 4h2v2H7zm0 4h2v2H7zM20.1 3H3.9q-.8 0-.9.9v16.2q0 .7.9.9h16.2q.7-.2.9-.9V3.9q-.2-.8-.9-.9M19 19H5V5h14z`
export const LocalOfferOutlined = drawn(
  <>
    <path d="m21.4 11.6-9-9A2 2 0 0 0 11 2H4a2 2 0 0 0-2 2v7q0 .8.6 1.4l9 9a2 2 0 0 0 2.8 0l7-7q.6-.6.6-1.4c0-.8-.2-1-.6-1.4M13 20l-9-9V4h7l9 9z" />
    <circle cx="6.5" cy="6.5" r="1.5" />
  </>,
)
export const LocalShippingOutlined = icon`M20 8h-3V4H3a2 2 0 0 0-2 2v11h2a3 3 0 1 0 6 0h6a3 3 0 1 0 6 0h2v-5zm-.5 1.5 2 2.5H17V9.5zM6 18q-.9 0-1-1c-.1-1 .5-1 1-1s1 .5 1 1-.4 1-1 1m2.2-3a3 3 0 0 0-4.4 0H3V6h12v9zm9.8 3q-.9 0-1-1c-.1-1 .5-1 1-1s1 .5 1 1-.4 1-1 1`
export const Menu = icon`M3 18h18v-2H3zm0-5h18v-2H3zm0-7v2h18V6z`
export const MoreVert = icon`M12 8c1.1 0 2-.9 2-2s-.9-2-2-2-2 .9-2 2 .9 2 2 2m0 2c-1.1 0-2 .9-2 2s.9 2 2 2 2-.9 2-2-.9-2-2-2m0 6c-1.1 0-2 .9-2 2s.9 2 2 2 2-.9 2-2-.9-2-2-2`
export const PaymentsOutlined = icon`M19 14V6a2 2 0 0 0-2-2H3a2 2 0 0 0-2 2v8q.2 1.8 2 2h14a2 2 0 0 0 2-2m-2 0H3V6h14zm-7-7a3 3 0 1 0 0 6 3 3 0 0 0 0-6m13 0v11a2 2 0 0 1-2 2H4v-2h17V7z`
export const PeopleOutlined = icon`M9 13.8c-2.3 0-7 1.1-7 3.4V19h14v-1.7c0-2.4-4.7-3.6-7-3.6M4.3 17c.9-.6 3-1.2 4.7-1.2s3.8.6 4.7 1.2zM9 12a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7m0-5a1.5 1.5 0 1 1 0 3 1.5 1.5 0 0 1 0-3m7 6.8q1.9 1.3 2 3.4V19h4v-1.7c0-2-3.5-3.2-6-3.5M15 12a3.5 3.5 0 0 0 0-7q-.7 0-1.5.4a5.4 5.4 0 0 1 0 6.3z`
export const PersonAddAltOutlined = icon`M20 9V6h-2v3h-3v2h3v3h2v-3h3V9zM9 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8m0-6q1.8.2 2 2c.2 1.8-.9 2-2 2s-2-.9-2-2 .9-2 2-2m6.4 8.6a14 14 0 0 0-12.8 0A3 3 0 0 0 1 17.2V20h16v-2.8a3 3 0 0 0-1.6-2.6M15 18H3v-.8q0-.6.5-.9a12 12 0 0 1 11 0q.5.3.5 1z`
export const PrintOutlined = drawn(
  <>
    <path d="M19 8h-1V3H6v5H5a3 3 0 0 0-3 3v6h4v4h12v-4h4v-6a3 3 0 0 0-3-3M8 5h8v3H8zm8 12v2H8v-4h8zm2-2v-2H6v2H4v-4q.1-.9 1-1h14q1 .1 1 1v4z" />
    <circle cx="18" cy="11.5" r="1" />
  </>,
)
export const QrCode2Outlined = icon`M15 21h-2v-2h2zm-2-7h-2v5h2zm8-2h-2v4h2zm-2-2h-2v2h2zM7 12H5v2h2zm-2-2H3v2h2zm7-5h2V3h-2zm-7.5-.5v3h3v-3zM9 9H3V3h6zm-4.5 7.5v3h3v-3zM9 21H3v-6h6zm7.5-16.5v3h3v-3zM21 9h-6V3h6zm-2 10v-3h-4v2h2v3h4v-2zm-2-7h-4v2h4zm-4-2H7v2h2v2h2v-2h2zm1-1V7h-2V5h-2v4zM6.8 5.3H5.3v1.5h1.5zm0 12H5.3v1.4h1.5zm12-12h-1.6v1.5h1.6z`
export const ReceiptLongOutlined = drawn(
  <>
    <path d="M19.5 3.5 18 2l-1.5 1.5L15 2l-1.5 1.5L12 2l-1.5 1.5L9 2 7.5 3.5 6 2v14H3v3a3 3 0 0 0 3 3h12a3 3 0 0 0 3-3V2zM15 20H6a1 1 0 0 1-1-1v-1h10zm4-1q0 1-1 1c-1 0-1-.4-1-1v-3H8V5h11z" />
    <path d="M9 7h6v2H9zm7 0h2v2h-2zm-7 3h6v2H9zm7 0h2v2h-2z" />
  </>,
)
export const RemoveCircleOutlined = icon`M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20m5 11H7v-2h10z`
export const Schedule = drawn(
  <>
    <path d="M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20m0 18a8 8 0 1 1 0-16 8 8 0 0 1 0 16" />
    <path d="M12.5 7H11v6l5.3 3.2.7-1.3-4.5-2.7z" />
  </>,
)
export const Search = icon`M15.5 14h-.8l-.3-.3Q16 12 16 9.5a6.5 6.5 0 1 0-2.3 5l.3.2v.8l5 5 1.5-1.5zm-6 0a4.5 4.5 0 1 1 0-9 4.5 4.5 0 0 1 0 9`
export const SettingsOutlined = icon`m19.4 13 .1-1v-1l2-1.6q.3-.3.2-.7l-2-3.4A.5.5 0 0 0 19 5l-2.4 1-1.7-1-.4-2.6q0-.4-.5-.4h-4q-.4 0-.5.4l-.4 2.7q-.9.3-1.7 1L5 5h-.1q-.3 0-.5.2l-2 3.4q0 .4.2.7l2 1.6v2l-2 1.6q-.3.4-.2.7l2 3.4a.5.5 0 0 0 .7.3l2.4-1 1.7 1 .4 2.6q.1.3.5.4h4q.5 0 .5-.4l.4-2.7q.8-.4 1.7-1l2.5 1h.1q.3 0 .5-.2l2-3.4q0-.4-.2-.7zm-2-1.7.1.7v.7l-.2 1.2.9.7 1 .8-.6 1.2-1.3-.5-1-.4-1 .7-1.2.7-1 .4-.2 1.1-.2 1.4h-1.4l-.2-1.3-.1-1.2-1.1-.4-1.2-.7-1-.7-1 .4-1.3.5-.7-1.2 1.1-.8.9-.7-.1-1.2v-2.6l-.8-.7-1-.8.6-1.2 1.3.5 1 .4 1-.7L9.8 7l1-.4.2-1.1.2-1.4h1.4l.2 1.4.1 1 1.1.5 1.2.7 1 .7 1-.4 1.3-.5.7 1.2-1.1.8-.9.7zM12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8m0 6q-1.8-.2-2-2c-.2-1.8.9-2 2-2s2 .9 2 2-.9 2-2 2`
export const StorefrontOutlined = icon`m21.9 8.9-1-4.4a2 2 0 0 0-2-1.5H5.1a2 2 0 0 0-2 1.5L2.2 9q-.3 1.5.6 2.9l.3.3V19q.2 1.8 2 2h14a2 2 0 0 0 2-2v-7l.3-.2q1-1.3.6-3m-3-3.8 1 4.4q.2.6-.2 1.1-.1.4-1 .5-.9-.1-1.1-1.1L17 5zM13 5h2l.5 4.5q0 .7-.3 1-.3.5-1 .5-1-.1-1.2-1.3zM8.5 9.5 9 5h2v4.7q0 1.2-1.3 1.3-.4 0-.9-.4t-.3-1M4 9.3 5 5h2l-.6 4.9q-.1 1-1.2 1.1-.7-.1-.9-.5-.5-.5-.3-1.1M5 19v-6h.2q1.4 0 2.3-1a3 3 0 0 0 4.5 0q1 1 2.3 1t2.2-1q1 1 2.3 1h.2v6z`
export const SwapVert = icon`M16 17v-7h-2v7h-3l4 4 4-4zM9 3 5 7h3v7h2V7h3z`
export const ViewColumnOutlined = icon`M3 5v14h18V5zm5.3 12H5V7h3.3zm5.4 0h-3.4V7h3.4zm5.3 0h-3.3V7H19z`
export const WarningAmber = drawn(
  <>
    <path d="m12 6 7.5 13h-15zm0-4L1 21h22z" />
    <path d="M13 16h-2v2h2zm0-6h-2v5h2z" />
  </>,
)
export const ArrowUpward = icon`m4 12 1.4 1.4L11 7.8V20h2V7.8l5.6 5.6L20 12l-8-8z`
export const CallOutlined = icon`M6.5 5 7 7.6 5.8 8.8Q5.2 7 5 5zm9.9 12q1.3.4 2.6.5V19q-2-.2-3.8-.8zM7.5 3H4a1 1 0 0 0-1 1 17 17 0 0 0 17 17q1 0 1-1v-3.5q0-.9-1-1a11 11 0 0 1-3.9-.6l-.7.3-2.2 2.2a15 15 0 0 1-6.6-6.6l2.2-2.2q.5-.5.3-1-.6-1.7-.6-3.6 0-.9-1-1`
export const CropFree = icon`M3 5v4h2V5h4V3H5a2 2 0 0 0-2 2m2 10H3v4q.2 1.8 2 2h4v-2H5zm14 4h-4v2h4a2 2 0 0 0 2-2v-4h-2zm0-16h-4v2h4v4h2V5a2 2 0 0 0-2-2`
export const PlaceOutlined = icon`M12 12q-1.8-.2-2-2c-.2-1.8.9-2 2-2s2 .9 2 2-.9 2-2 2m6-1.8C18 6.6 15.3 4 12 4s-6 2.6-6 6.2q0 3.5 6 9.1 6-5.6 6-9.1M12 2a8 8 0 0 1 8 8.2q0 5-8 11.8-8-6.8-8-11.8A8 8 0 0 1 12 2`
export const Refresh = icon`M17.7 6.4A8 8 0 0 0 4 12a8 8 0 0 0 15.7 2h-2a6 6 0 1 1-1.5-6.2L13 11h7V4z`
export const ShowChart = icon`m3.5 18.5 6-6 4 4L22 6.9l-1.4-1.4-7.1 8-4-4L2 17z`
export const TableRowsOutlined = icon`M19 3H5a2 2 0 0 0-2 2v14q.2 1.8 2 2h14a2 2 0 0 0 2-2V5a2 2 0 0 0-2-2m0 2v3H5V5zm0 5v4H5v-4zM5 19v-3h14v3z`
