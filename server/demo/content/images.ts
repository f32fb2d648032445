const card = (resources: string, shapes: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="480" height="270" viewBox="0 0 480 270">
    <rect width="480" height="270" fill="${resources}"/>${shapes}</svg>`

/** Without letters, because fonts differ between machines. */
export const images = {
  cup: card(
    '#f3e3d3',
    `<path d="M160 110h140v60a55 55 0 0 1-55 55h-30a55 55 0 0 1-55-55z" fill="#7b4b2a"/>
    <path d="M300 125h22a26 26 0 0 1 0 62h-26" fill="none" stroke="#7b4b2a" stroke-width="14"/>
    <path d="M200 90q-14-20 0-38t0-32M250 90q-14-20 0-38t0-32" fill="none" stroke="#b98a66" stroke-width="8"/>
    <rect x="140" y="236" width="180" height="10" rx="5" fill="#b98a66"/>`,
  ),
  book: card(
    '#dfeaf2',
    `<path d="M240 75c-35-24-90-24-130-8v130c40-16 95-16 130 8z" fill="#25597d"/>
    <path d="M240 75c35-24 90-24 130-8v130c-40-16-95-16-130 8z" fill="#37779f"/>
    <path d="M135 98q45-10 82 8M135 128q45-10 82 8M263 106q37-18 82-8M263 136q37-18 82-8" fill="none"
      stroke="#dfeaf2" stroke-width="6"/>`,
  ),
  ticket: card(
    '#efe1ee',
    `<path d="M100 85h280v34a18 18 0 0 0 0 36v34H100v-34a18 18 0 0 0 0-36z" fill="#7a2f6d"/>
    <path d="M300 95v84" stroke="#efe1ee" stroke-width="5" stroke-dasharray="10 9"/>
    <path d="m200 100 11 25 27 3-20 18 6 27-24-14-24 14 6-27-20-18 27-3z" fill="#f2c14e"/>`,
  ),
  leaf: card(
    '#e2efe2',
    `<path d="M130 200C130 110 210 60 350 60c0 110-60 170-150 170-30 0-52-10-70-30z" fill="#3c7a45"/>
    <path d="M110 240q60-90 190-140" fill="none" stroke="#e2efe2" stroke-width="8"/>`,
  ),
  sun: card(
    '#fdf1d6',
    `<circle cx="240" cy="135" r="52" fill="#e39a1f"/>
    <g stroke="#e39a1f" stroke-width="12" stroke-linecap="round">
    <path d="M240 52V28M240 242v-24M157 135h-24M347 135h-24M181 76l-17-17M316 211l-17-17M181 194l-17 17M316 59l-17 17"/>
    </g>`,
  ),
} as const

export type ImageName = keyof typeof images
