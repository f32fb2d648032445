/** The certificate that the test printer signs itself, as printers do; it guards nothing. */
export const testCertificate = `-----BEGIN CERTIFICATE-----
MIIBhTCCASugAwIBAgIUe9Ubw0ehNJPqaorSFlGzr+m8b5owCgYIKoZIzj0EAwIw
FzEVMBMGA1UEAwwMdGVzdCBwcmludGVyMCAXDTI2MTEyMjIzMDYyM1oYDzIxMjYx
MDI5MjMwNjIzWjAXMRUwEwYDVQQDDAx0ZXN0IHByaW50ZXIwWTATBgcqhkjOPQIB
BggqhkjOPQMBBwNCAATl0CDz/y0nogp/EWHtrpttBCvQvKGQZ22jVjztW17maGSl
vSsXqi/Fw1GmBrKbyI8HGjskSNiMLYPvfjywVfS/o1MwUTAdBgNVHQ4EFgQU5/Me
e9ZL8Eb7f/4Qy0qY8dWAZiowHwYDVR0jBBgwFoAU5/Mee9ZL8Eb7f/4Qy0qY8dWA
ZiowDwYDVR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNIADBFAiEA0bFzDIyrYFF3
CddgN5Hw+qUh+S5yEwIV4vtf5o9IgkkCIEoYZJlmAGkRwHRU/kERUcQUuGO1FmLw
CQKG2d9dICsx
-----END CERTIFICATE-----`

export const testCertificateKey = `-----BEGIN EC PRIVATE KEY-----
MHcCAQEEIHgSYPFTtjuabuZKf9lRVtzUtlySnqDlXXonFNzgEd1goAoGCCqGSM49
AwEHoUQDQgAE5dAg8/8tJ6IKfxFh7a6bbQQr0LyhkGdto1Y87Vte5mhkpb0rF6ov
xcNRpgaym8iPBxo7JEjYjC2D7348sFX0vw==
-----END EC PRIVATE KEY-----`
