// What the page says that the link below an email opens, with its translations.

export const ofUnsubscribe = [
  'Stop emails of {shop}?',
  'Stop emails',
  '{shop} tells {address} about orders by email.',
  '{shop} sends no more emails to {address}.',
] as const

type UnsubscribeTexts = Record<(typeof ofUnsubscribe)[number], string>

export const hiUnsubscribe: UnsubscribeTexts = {
  'Stop emails of {shop}?': '{shop} के ईमेल बंद करें?',
  'Stop emails': 'ईमेल बंद करें',
  '{shop} tells {address} about orders by email.': '{shop} {address} पर ऑर्डर की जानकारी ईमेल से भेजती है।',
  '{shop} sends no more emails to {address}.': '{shop} अब {address} पर ईमेल नहीं भेजेगी।',
}

export const arUnsubscribe: UnsubscribeTexts = {
  'Stop emails of {shop}?': 'هل تريد إيقاف رسائل {shop}؟',
  'Stop emails': 'إيقاف الرسائل',
  '{shop} tells {address} about orders by email.':
    'يرسل {shop} أخبار الطلبات إلى {address} بالبريد الإلكتروني.',
  '{shop} sends no more emails to {address}.': 'لن يرسل {shop} رسائل أخرى إلى {address}.',
}
