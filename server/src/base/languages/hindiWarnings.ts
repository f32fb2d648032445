import type { WarningSentence } from '@our-print/contract/printing/preflightWarnings.ts'

/** What the check of a file found. */
export const hindiWarnings: Record<WarningSentence, string> = {
  'is too small for a phone': 'फ़ोन के लिए बहुत छोटा है',
  'is too pale for a phone': 'फ़ोन के लिए बहुत फीका है',
  'is light on dark, which many phones do not read': 'गहरे पर हल्का है, जिसे कई फ़ोन नहीं पढ़ते',
  'cannot be read: it is damaged or covered': 'पढ़ा नहीं जा सकता: वह ख़राब या ढका हुआ है',
  'is cut off': 'कटा हुआ है',
  'Page {pages}': 'पेज {pages}',
  'Pages {pages}': 'पेज {pages}',
  '{where} cannot be read': '{where}: पढ़ा नहीं जा सकता',
  '{where}: {size}, not {paper}': '{where}: आकार {size} है, {paper} नहीं',
  '{width} × {height} mm': '{width} × {height} मि.मी.',
  '{where}: wider than high, unlike the other pages': '{where}: दूसरे पेजों से अलग, आड़ा है',
  '{where}: content within 5 mm of the edge may be cut off':
    '{where}: किनारे से 5 मि.मी. के अंदर का हिस्सा कट सकता है',
  '{where}: pictures of {dpi} dpi will look coarse': '{where}: {dpi} dpi की तस्वीरें धुँधली दिखेंगी',
  'Fonts missing in the file: {fonts}': 'फ़ाइल में ये फ़ॉन्ट नहीं हैं: {fonts}',
  '{where}: QR codes were not checked, because the file has so many pictures':
    '{where}: QR कोड नहीं जाँचे गए, क्योंकि फ़ाइल में बहुत सी तस्वीरें हैं',
  'Page {page}: a QR code of {width} mm {problem}': 'पेज {page}: {width} मि.मी. का QR कोड {problem}',
  'Page {page}: a QR code of {width} mm {problem}, it needs {needed} mm':
    'पेज {page}: {width} मि.मी. का QR कोड {problem}, उसे {needed} मि.मी. चाहिए',
  '{count} more QR codes would not be read': '{count} और QR कोड नहीं पढ़े जा सकेंगे',
}
