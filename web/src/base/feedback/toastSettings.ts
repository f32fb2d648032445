/** Messages at the bottom of the screen look the same in light and dark. */
export const messageColors = { text: '#f4f7f5', surface: '#1f2622', error: '#ff9a91', success: '#6fd596' }

/** How long a toast stays, and how often that is looked at. */
export const toastMs = 5000
export const toastTickMs = 250
