/** The nonce of this page: styles made at run time must carry it, or the Content-Security-Policy drops them. */
export const nonce = document.querySelector<HTMLElement>('meta[property=csp-nonce]')?.nonce

// The toasts' style library looks for it here, already while it is being imported.
Object.assign(window, { __nonce__: nonce })
