// What customers read about the window in which an order arrives, with its translations.

/** Shown by their page. */
export const ofWindows = [
  'It arrives {time}',
  'Choose when it arrives',
  'When it arrives',
  'Save the time',
  'You chose another time.',
  'Thank you. We bring it at the time that you chose.',
] as const

/** Thrown; in Hindi among all refusals. */
export const windowRefusals = ['This time is no longer free. Please choose another one.'] as const

type WindowTexts = Record<(typeof ofWindows)[number], string>

export const hiWindows: WindowTexts = {
  'It arrives {time}': 'पहुँचने का समय: {time}',
  'Choose when it arrives': 'चुनें कि ऑर्डर कब पहुँचे',
  'When it arrives': 'कब पहुँचे',
  'Save the time': 'समय सहेजें',
  'You chose another time.': 'आपने दूसरा समय चुना।',
  'Thank you. We bring it at the time that you chose.': 'धन्यवाद। आपके चुने हुए समय पर हम इसे लाएँगे।',
}

export const arWindows: WindowTexts & Record<(typeof windowRefusals)[number], string> = {
  'It arrives {time}': 'موعد الوصول: {time}',
  'Choose when it arrives': 'اختر موعد الوصول',
  'When it arrives': 'موعد الوصول',
  'Save the time': 'حفظ الموعد',
  'You chose another time.': 'اخترت موعدا آخر.',
  'Thank you. We bring it at the time that you chose.': 'شكرا لك. سنحضره في الموعد الذي اخترته.',
  'This time is no longer free. Please choose another one.': 'لم يعد هذا الموعد متاحا. يرجى اختيار موعد آخر.',
}
