/** The nonce of this page: styles created at run time need it, or the Content-Security-Policy blocks them. */
export const nonce = document.querySelector<HTMLElement>('meta[property=csp-nonce]')?.nonce

// The style library of the toasts reads it from here during its import.
Object.assign(window, { __nonce__: nonce })
