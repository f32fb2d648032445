// What the page says on which a visitor types a code, with its translations.

/** Shown by the page. */
export const ofCode = [
  'Type the code',
  'We sent a code of 6 digits to {address}. The shop gets your request when you have typed it here.',
  'A new code is on its way. The one before does not count any more.',
  'That was wrong too often. Please send a new code.',
  'This is not the code that we sent last. Please look once more.',
  'Code',
  'It is valid for {minutes} minutes. Nothing has come? Wait a minute, then ask for a new one.',
  'Confirm',
  'Send a new code',
  'The code has run out',
  'We have removed your files, and the shop has no request of yours. Please send them again.',
] as const

/** Thrown; in Hindi among all refusals. */
export const codeRefusals = [
  'This took too long. Please send your files again.',
  'Several codes were sent already. Please wait an hour, or call the shop.',
  'No code can be sent just now. Please call the shop.',
  'Many files wait here just now. Please try again in an hour, or call the shop.',
  'We send a code to this address',
] as const

type CodeTexts = Record<(typeof ofCode)[number], string>

export const hiCode: CodeTexts = {
  'Type the code': 'कोड लिखें',
  'We sent a code of 6 digits to {address}. The shop gets your request when you have typed it here.':
    'हमने {address} पर 6 अंकों का कोड भेजा है। आप उसे यहाँ लिखेंगे, तब आपका अनुरोध दुकान को मिलेगा।',
  'A new code is on its way. The one before does not count any more.':
    'नया कोड भेजा जा रहा है। पिछला कोड अब नहीं चलेगा।',
  'That was wrong too often. Please send a new code.': 'कोड कई बार ग़लत रहा। कृपया नया कोड मँगाएँ।',
  'This is not the code that we sent last. Please look once more.':
    'यह वह कोड नहीं है जो हमने आख़िर में भेजा था। कृपया फिर से देखें।',
  Code: 'कोड',
  'It is valid for {minutes} minutes. Nothing has come? Wait a minute, then ask for a new one.':
    'यह {minutes} मिनट तक चलेगा। कुछ नहीं आया? एक मिनट रुकें, फिर नया कोड मँगाएँ।',
  Confirm: 'पुष्टि करें',
  'Send a new code': 'नया कोड भेजें',
  'The code has run out': 'कोड का समय ख़त्म हो गया',
  'We have removed your files, and the shop has no request of yours. Please send them again.':
    'हमने आपकी फ़ाइलें हटा दी हैं, और दुकान के पास आपका कोई अनुरोध नहीं है। कृपया उन्हें फिर से भेजें।',
}

export const arCode: CodeTexts & Record<(typeof codeRefusals)[number], string> = {
  'Type the code': 'اكتب الرمز',
  'We sent a code of 6 digits to {address}. The shop gets your request when you have typed it here.':
    'أرسلنا رمزا من 6 أرقام إلى {address}. يصل طلبك إلى المحل عندما تكتبه هنا.',
  'A new code is on its way. The one before does not count any more.':
    'رمز جديد في الطريق إليك. الرمز السابق لم يعد صالحا.',
  'That was wrong too often. Please send a new code.': 'كان الرمز خاطئا مرات كثيرة. يرجى طلب رمز جديد.',
  'This is not the code that we sent last. Please look once more.':
    'ليس هذا الرمز الذي أرسلناه أخيرا. يرجى النظر مرة أخرى.',
  Code: 'الرمز',
  'It is valid for {minutes} minutes. Nothing has come? Wait a minute, then ask for a new one.':
    'يصلح لمدة {minutes} دقائق. لم يصلك شيء؟ انتظر دقيقة ثم اطلب رمزا جديدا.',
  Confirm: 'تأكيد',
  'Send a new code': 'إرسال رمز جديد',
  'The code has run out': 'انتهت صلاحية الرمز',
  'We have removed your files, and the shop has no request of yours. Please send them again.':
    'لقد حذفنا ملفاتك، وليس لدى المحل طلب منك. يرجى إرسالها مرة أخرى.',
  'This took too long. Please send your files again.': 'استغرق هذا وقتا طويلا. يرجى إرسال ملفاتك مرة أخرى.',
  'Several codes were sent already. Please wait an hour, or call the shop.':
    'أرسلت عدة رموز من قبل. يرجى الانتظار ساعة أو الاتصال بالمحل.',
  'No code can be sent just now. Please call the shop.': 'لا يمكن إرسال رمز الآن. يرجى الاتصال بالمحل.',
  'Many files wait here just now. Please try again in an hour, or call the shop.':
    'تنتظر هنا ملفات كثيرة الآن. يرجى المحاولة مرة أخرى بعد ساعة أو الاتصال بالمحل.',
  'We send a code to this address': 'نرسل رمزا إلى هذا العنوان',
}
