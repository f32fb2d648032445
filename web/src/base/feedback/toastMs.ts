/** How long a toast stays. */
export const toastMs = 5000
