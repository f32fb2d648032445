/** Sent by the pages of the app with each request as `X-Api-Version`: raised when an older page would misunderstand the API. */
export const apiVersion = 1

/** An older page is refused and renews itself: a phone may have kept one for months. */
export const oldestApiVersion = 1
