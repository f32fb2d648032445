import type { WarningSentence } from '@our-print/contract/printing/preflightWarnings.ts'

// What the check of a file found, as customers read it.

export const arWarnings: Record<WarningSentence, string> = {
  'is too small for a phone': 'أصغر من أن يقرأه هاتف',
  'is too pale for a phone': 'باهت فلا يقرؤه هاتف',
  'is light on dark, which many phones do not read': 'فاتح على خلفية داكنة، ولا تقرؤه هواتف كثيرة',
  'cannot be read: it is damaged or covered': 'لا يمكن قراءته: إنه تالف أو مغطى',
  'is cut off': 'مقصوص',
  'Page {pages}': 'الصفحة {pages}',
  'Pages {pages}': 'الصفحات {pages}',
  '{where} cannot be read': '{where}: لا يمكن قراءتها',
  '{where}: {size}, not {paper}': '{where}: المقاس {size} وليس {paper}',
  '{width} × {height} mm': '{width} × {height} مم',
  '{where}: wider than high, unlike the other pages': '{where}: بالعرض، خلافا للصفحات الأخرى',
  '{where}: content within 5 mm of the edge may be cut off':
    '{where}: قد يقص ما هو على بعد أقل من 5 مم من الحافة',
  '{where}: pictures of {dpi} dpi will look coarse': '{where}: ستبدو الصور بدقة {dpi} dpi خشنة',
  'Fonts missing in the file: {fonts}': 'خطوط ناقصة في الملف: {fonts}',
  '{where}: QR codes were not checked, because the file has so many pictures':
    '{where}: لم تفحص رموز QR لأن في الملف صورا كثيرة جدا',
  'Page {page}: a QR code of {width} mm {problem}': 'الصفحة {page}: رمز QR بعرض {width} مم {problem}',
  'Page {page}: a QR code of {width} mm {problem}, it needs {needed} mm':
    'الصفحة {page}: رمز QR بعرض {width} مم {problem}، ويحتاج إلى {needed} مم',
  '{count} more QR codes would not be read': 'رموز QR أخرى لن تقرأ: {count}',
}
