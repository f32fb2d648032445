import { icon } from './Icon.tsx'

// The icons that single screens and dialogs have beside those of the frame.

export const ArrowBack = icon`M20 11H7.8l5.6-5.6L12 4l-8 8 8 8 1.4-1.4L7.8 13H20z`
export const BlockOutlined = icon`M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20M4 12a8 8 0 0 1 12.9-6.3L5.7 16.9Q4 14.9 4 12m8 8q-2.7 0-4.9-1.7L18.3 7.1Q20 9.1 20 12a8 8 0 0 1-8 8`
export const Check = icon`M9 16.2 4.8 12l-1.4 1.4L9 19 21 7l-1.4-1.4z`
export const ContentCopyOutlined = icon`M16 1H4a2 2 0 0 0-2 2v14h2V3h12zm3 4H8a2 2 0 0 0-2 2v14q.2 1.8 2 2h11a2 2 0 0 0 2-2V7a2 2 0 0 0-2-2m0 16H8V7h11z`
export const ContrastOutlined = icon`M12 22a10 10 0 1 0 0-20 10 10 0 0 0 0 20m1-18a8 8 0 0 1 0 16z`
export const DarkModeOutlined = icon`M9.4 5.5q-.3 1-.3 2a7.4 7.4 0 0 0 9.4 7.1 7 7 0 1 1-9.1-9M12 3a9 9 0 1 0 8.9 7.6 5.4 5.4 0 0 1-9.8-3.1q.1-2.8 2.3-4.4z`
export const DeleteOutlined = icon`M6 19q.2 1.8 2 2h8a2 2 0 0 0 2-2V7H6zM8 9h8v10H8zm7.5-5-1-1h-5l-1 1H5v2h14V4z`
export const DescriptionOutlined = icon`M8 16h8v2H8zm0-4h8v2H8zm6-10H6a2 2 0 0 0-2 2v16q.2 1.8 2 2h12a2 2 0 0 0 2-2V8zm4 18H6V4h7v5h5z`
export const DownloadOutlined = icon`M19 9h-4V3H9v6H5l7 7zm-8 2V5h2v6h1.2L12 13.2 9.8 11zm-6 7h14v2H5z`
export const DragIndicator = icon`M11 18c0 1.1-.9 2-2 2s-2-.9-2-2 .9-2 2-2 2 .9 2 2m-2-8c-1.1 0-2 .9-2 2s.9 2 2 2 2-.9 2-2-.9-2-2-2m0-6c-1.1 0-2 .9-2 2s.9 2 2 2 2-.9 2-2-.9-2-2-2m6 4c1.1 0 2-.9 2-2s-.9-2-2-2-2 .9-2 2 .9 2 2 2m0 2c-1.1 0-2 .9-2 2s.9 2 2 2 2-.9 2-2-.9-2-2-2m0 6c-1.1 0-2 .9-2 2s.9 2 2 2 2-.9 2-2-.9-2-2-2`
export const DrawOutlined = icon`m18.9 10.4 1-1q1.2-1.5 0-2.9l-1.4-1.4a2 2 0 0 0-2.8 0l-1 1zm-5.7-2.8L4 16.8V21h4.2l9.2-9.2zM7.4 19H6v-1.4l7.2-7.2 1.4 1.4zM19 17.5c0 2.2-2.5 3.5-5 3.5q-.9 0-1-1c-.1-1 .5-1 1-1 1.5 0 3-.7 3-1.5q0-.7-1.2-1.2l1.4-1.5q1.7.9 1.8 2.7M4.6 13.4Q3 12.5 3 11c0-1.8 1.9-2.6 3.6-3.4C7.6 7.2 9 6.6 9 6q-.1-.8-2-1c-1.3 0-1.8.6-1.8.6a1 1 0 0 1-1.4.2 1 1 0 0 1-.2-1.4C3.7 4.2 4.8 3 7 3s4 1.3 4 3c0 1.9-2 2.7-3.6 3.5-1 .4-2.4 1-2.4 1.5q0 .5 1 .9z`
export const EditOutlined = icon`m14 9 1 1-9 9H5v-1zm3.7-6-.7.3L15 5 19 9 20.7 7q.6-.6 0-1.4l-2.3-2.3zM14 6.2 3 17.2V21h3.8l11-11z`
export const EventBusyOutlined = icon`M19 3h-1V1h-2v2H8V1H6v2H5a2 2 0 0 0-2 2v14q.2 1.8 2 2h14a2 2 0 0 0 2-2V5a2 2 0 0 0-2-2m0 16H5V9h14zM5 7V5h14v2zm3.2 9.4 1 1 2.5-2.4 2.5 2.5 1-1-2.4-2.5 2.4-2.5-1-1-2.5 2.4-2.4-2.4-1 1 2.4 2.5z`
export const ForumOutlined = icon`M15 4v7H5.2L4 12.2V4zm1-2H3a1 1 0 0 0-1 1v14l4-4h10q1 0 1-1V3q0-.9-1-1m5 4h-2v9H6v2q.1 1 1 1h11l4 4V7q0-.9-1-1`
export const ImageOutlined = icon`M19 5v14H5V5zm0-2H5a2 2 0 0 0-2 2v14q.2 1.8 2 2h14a2 2 0 0 0 2-2V5a2 2 0 0 0-2-2m-4.9 8.9-3 3.8L9 13.1 6 17h12z`
export const KeyOutlined = icon`M21 10h-8.3a6 6 0 1 0 0 4h.3l2 2 2-2 2 2 4-4zM7 15c-1.6 0-3-1.3-3-3s1.4-3 3-3 3 1.4 3 3-1.3 3-3 3`
export const KeyboardOutlined = icon`M20 7v10H4V7zm0-2H4a2 2 0 0 0-2 2v10q.2 1.8 2 2h16a2 2 0 0 0 2-2V7a2 2 0 0 0-2-2m-9 3h2v2h-2zm0 3h2v2h-2zM8 8h2v2H8zm0 3h2v2H8zm-3 0h2v2H5zm0-3h2v2H5zm3 6h8v2H8zm6-3h2v2h-2zm0-3h2v2h-2zm3 3h2v2h-2zm0-3h2v2h-2z`
export const LightModeOutlined = icon`M12 9c1.7 0 3 1.4 3 3s-1.3 3-3 3-3-1.3-3-3 1.4-3 3-3m0-2a5 5 0 1 0 0 10 5 5 0 0 0 0-10M2 13h2q1 0 1-1c0-1-.4-1-1-1H2q-.9.1-1 1 0 1.2 1 1m18 0h2q1 0 1-1c0-1-.4-1-1-1h-2q-.9.1-1 1c-.1.9.5 1 1 1M11 2v2q.1 1 1 1 1.2 0 1-1V2q0-.9-1-1c-1-.1-1 .5-1 1m0 18v2q.1 1 1 1 1.2 0 1-1v-2q0-.9-1-1c-1-.1-1 .5-1 1M6 4.6A1 1 0 1 0 4.6 6l1 1a1 1 0 1 0 1.5-1.4zM18.4 17a1 1 0 1 0-1.4 1.4l1 1a1 1 0 1 0 1.4-1.4zm1-11A1 1 0 1 0 18 4.6l-1 1A1 1 0 1 0 18.3 7zM7.1 18.4A1 1 0 1 0 5.6 17l-1 1A1 1 0 1 0 6 19.4z`
export const Logout = icon`m17 7-1.4 1.4 2.6 2.6H8v2h10.2l-2.6 2.6L17 17l5-5zM4 5h8V3H4a2 2 0 0 0-2 2v14q.2 1.8 2 2h8v-2H4z`
export const MailOutlined = icon`M22 6a2 2 0 0 0-2-2H4a2 2 0 0 0-2 2v12q.2 1.8 2 2h16a2 2 0 0 0 2-2zm-2 0-8 5-8-5zm0 12H4V8l8 5 8-5z`
export const MarkEmailUnreadOutlined = icon`M22 9v9a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V6q.2-1.8 2-2h10.1v2H4l8 5 3.7-2.3q.7.7 1.6 1L12 13 4 8v10h16V9.9a5 5 0 0 0 2-1M16 5a3 3 0 1 0 6 0 3 3 0 0 0-6 0`
export const PeopleAltOutlined = icon`M16.7 13.1q2.1 1.4 2.3 3.9v3h4v-3c0-2.2-3.6-3.5-6.3-3.9M15 12a4 4 0 1 0-1.3-7.8 6 6 0 0 1 0 7.6zm-6 0a4 4 0 1 0 0-8 4 4 0 0 0 0 8m0-6q1.8.2 2 2c.2 1.8-.9 2-2 2s-2-.9-2-2 .9-2 2-2m0 7c-2.7 0-8 1.3-8 4v3h16v-3c0-2.7-5.3-4-8-4m6 5H3v-1c.2-.7 3.3-2 6-2s5.8 1.3 6 2z`
export const PhoneOutlined = icon`M6.5 5 7 7.6 5.8 8.8Q5.2 7 5 5zm9.9 12q1.3.4 2.6.5V19q-2-.2-3.8-.8zM7.5 3H4a1 1 0 0 0-1 1 17 17 0 0 0 17 17q1 0 1-1v-3.5q0-.9-1-1a11 11 0 0 1-3.9-.6l-.7.3-2.2 2.2a15 15 0 0 1-6.6-6.6l2.2-2.2q.5-.5.3-1-.6-1.7-.6-3.6 0-.9-1-1`
export const PhotoCameraOutlined = icon`M14.1 4 16 6H20v12H4V6h4L10 4zm.9-2H9L7.2 4H4a2 2 0 0 0-2 2v12q.2 1.8 2 2h16a2 2 0 0 0 2-2V6a2 2 0 0 0-2-2h-3.2zm-3 7c1.7 0 3 1.4 3 3s-1.3 3-3 3-3-1.3-3-3 1.4-3 3-3m0-2a5 5 0 1 0 0 10 5 5 0 0 0 0-10`
export const Remove = icon`M19 13H5v-2h14z`
export const Repeat = icon`M7 7h10v3l4-4-4-4v3H5v6h2zm10 10H7v-3l-4 4 4 4v-3h12v-6h-2z`
export const RepeatOne = icon`M7 7h10v3l4-4-4-4v3H5v6h2zm10 10H7v-3l-4 4 4 4v-3h12v-6h-2zm-4-2V9h-1l-2 1v1h1.5v4z`
export const ShoppingBagOutlined = icon`M18 6h-2a4 4 0 1 0-8 0H6a2 2 0 0 0-2 2v12q.2 1.8 2 2h12a2 2 0 0 0 2-2V8a2 2 0 0 0-2-2m-6-2a2 2 0 0 1 2 2h-4q.2-1.8 2-2m6 16H6V8h2v2q.1 1 1 1 1.2 0 1-1V8h4v2q.1 1 1 1 1.2 0 1-1V8h2z`
export const Undo = icon`M12.5 8q-4 .1-6.9 2.6L2 7v9h9l-3.6-3.6A8 8 0 0 1 20 16l2.4-.8a10.5 10.5 0 0 0-10-7.2`
export const WebhookOutlined = icon`M10 15h5.9q.3-.5 1.1-.5a1.5 1.5 0 1 1-1.1 2.5h-4A5 5 0 1 1 6 11.1v2A3 3 0 0 0 7 19a3 3 0 0 0 3-2.9zm2.5-11a3 3 0 0 1 3 3h2a5 5 0 1 0-8.4 3.6l-2.4 4q-1.1.2-1.2 1.4a1.5 1.5 0 1 0 3-.4l3.3-5.7a3 3 0 0 1 .7-5.9m4.5 9a3 3 0 0 0-1.7.5l-3-5Q11 8 11 7a1.5 1.5 0 1 1 3 .4l2.1 3.7.9-.1a5 5 0 1 1-4.3 7.5h2.6q.7.5 1.7.5c1.7 0 3-1.3 3-3s-1.3-3-3-3`
export const Add = icon`M19 13h-6v6h-2v-6H5v-2h6V5h2v6h6z`
export const GroupOutlined = icon`M9 13.8c-2.3 0-7 1.1-7 3.4V19h14v-1.7c0-2.4-4.7-3.6-7-3.6M4.3 17c.9-.6 3-1.2 4.7-1.2s3.8.6 4.7 1.2zM9 12a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7m0-5a1.5 1.5 0 1 1 0 3 1.5 1.5 0 0 1 0-3m7 6.8q1.9 1.3 2 3.4V19h4v-1.7c0-2-3.5-3.2-6-3.5M15 12a3.5 3.5 0 0 0 0-7q-.7 0-1.5.4a5.4 5.4 0 0 1 0 6.3z`
export const TuneOutlined = icon`M3 17v2h6v-2zM3 5v2h10V5zm10 16v-2h8v-2h-8v-2h-2v6zM7 9v2H3v2h4v2h2V9zm14 4v-2H11v2zm-6-4h2V7h4V5h-4V3h-2z`
export const UploadFileOutlined = icon`M14 2H6a2 2 0 0 0-2 2v16q.2 1.8 2 2h12a2 2 0 0 0 2-2V8zm4 18H6V4h7v5h5zM8 15l1.4 1.4 1.6-1.6V19h2v-4.2l1.6 1.6L16 15l-4-4z`
