import type { Language } from '@our-print/contract/customer/languages.ts'

// What a phone shows that has scanned a QR code which leads nowhere.

/** A title, and what to do. */
type Notice = readonly [title: string, text: string]
export type ScanNotice = 'unknown' | 'expired' | 'inactive' | 'moment' | 'failed'

export const scanNotices: Record<Language, Record<ScanNotice, Notice>> = {
  en: {
    unknown: ['We do not know this code', 'Please scan it once more, or ask where you found it.'],
    expired: ['This code has expired', 'Please ask where you found it whether there is a new one.'],
    inactive: ['This code is not in use', 'Please ask where you found it whether there is a new one.'],
    moment: ['One moment, please', 'Please scan the code again in a minute.'],
    failed: ['Something went wrong on our side', 'Please scan the code again in a moment.'],
  },
  hi: {
    unknown: ['हम यह कोड नहीं पहचानते', 'कृपया इसे फिर से स्कैन करें, या जहाँ मिला वहाँ पूछें।'],
    expired: ['इस कोड का समय पूरा हो गया', 'कृपया जहाँ मिला वहाँ पूछें कि क्या नया कोड है।'],
    inactive: ['यह कोड इस्तेमाल में नहीं है', 'कृपया जहाँ मिला वहाँ पूछें कि क्या नया कोड है।'],
    moment: ['कृपया थोड़ा रुकें', 'कृपया एक मिनट बाद कोड फिर से स्कैन करें।'],
    failed: ['हमारी तरफ़ से कुछ गड़बड़ हो गई', 'कृपया थोड़ी देर में कोड फिर से स्कैन करें।'],
  },
  ar: {
    unknown: ['لا نعرف هذا الرمز', 'يرجى مسحه مرة أخرى، أو السؤال حيث وجدته.'],
    expired: ['انتهت صلاحية هذا الرمز', 'يرجى السؤال حيث وجدته عن رمز جديد.'],
    inactive: ['هذا الرمز غير مستخدم', 'يرجى السؤال حيث وجدته عن رمز جديد.'],
    moment: ['لحظة من فضلك', 'يرجى مسح الرمز مرة أخرى بعد دقيقة.'],
    failed: ['حدث خطأ لدينا', 'يرجى مسح الرمز مرة أخرى بعد قليل.'],
  },
}
